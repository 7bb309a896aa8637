import { whoisFieldNames } from '#shared/api/whois-rules.ts'
import { listChangedRecordFields } from '#shared/dns/records/compare-two-records.ts'
import { doesRecordTypeUsePriority, type DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import { normalizeHostName } from '#shared/host-name.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/** One value of a change. `label` null: the title of the change says what it is. Null values: there is no value. */
export interface DomainChangeDiffLine {
  label: string | null
  before: string | null
  after: string | null
}

/** A change with every value that differs. */
export interface DomainChangeDiffTexts {
  kind: 'add' | 'change' | 'delete'
  title: string
  lines: DomainChangeDiffLine[]
}

/**
 * Returns the texts of a change with every value before and after. Unlike `describeDomainChangeInOneLine`, it contains
 * the values of Whois fields.
 */
export function describeDomainChangeDiff(change: DomainChange, t: Translate): DomainChangeDiffTexts {
  switch (change.kind) {
    case 'add':
      return {
        kind: 'add',
        title: recordName(change.after),
        lines: [{ label: null, before: null, after: wholeRecord(change.after, t) }],
      }
    case 'delete':
      return {
        kind: 'delete',
        title: recordName(change.before),
        lines: [{ label: null, before: wholeRecord(change.before, t), after: null }],
      }
    case 'change':
      return { kind: 'change', title: recordName(change.before), lines: recordLines(change, t) }
    case 'nameservers':
      return {
        kind: 'change',
        title: t('domains.facet.nameservers'),
        lines: nameserverLines(change.before, change.after),
      }
    case 'lock':
      return {
        kind: 'change',
        title: t('domains.facet.lock'),
        lines: [{ label: null, before: onOrOff(change.before, t), after: onOrOff(change.after, t) }],
      }
    case 'whois':
      return { kind: 'change', title: t('domains.facet.whois'), lines: whoisLines(change, t) }
  }
}

function recordLines({ before, after }: DomainChange & { kind: 'change' }, t: Translate): DomainChangeDiffLine[] {
  const fields = listChangedRecordFields(before, after)
  if (fields.includes('type') || fields.includes('host')) {
    const whole = (record: DnsRecordFields) => `${recordName(record)} ${wholeRecord(record, t)}`
    return [{ label: null, before: whole(before), after: whole(after) }]
  }
  return fields.map((field) => ({
    label: field === 'content' ? null : t(`dns.column.${field}`),
    before: String(before[field]),
    after: String(after[field]),
  }))
}

/** Names in both lists are shown as kept: the service replaces the whole list. */
function nameserverLines(before: readonly string[], after: readonly string[]): DomainChangeDiffLine[] {
  const has = (names: readonly string[], name: string) =>
    names.some((other) => normalizeHostName(other) === normalizeHostName(name))
  return [
    ...before.map((name) => ({ label: null, before: name, after: has(after, name) ? name : null })),
    ...after.filter((name) => !has(before, name)).map((name) => ({ label: null, before: null, after: name })),
  ]
}

function whoisLines({ before, after }: DomainChange & { kind: 'whois' }, t: Translate): DomainChangeDiffLine[] {
  const { whois_privacy: privacy, fields } = after
  return [
    ...(privacy === undefined
      ? []
      : [{ label: t('domains.fact.privacy'), before: onOrOff(before.whois_privacy, t), after: onOrOff(privacy, t) }]),
    ...whoisFieldNames.flatMap((field) => {
      const [old, next] = [before.fields[field] ?? '', fields?.[field]]
      return next === undefined || next === old
        ? []
        : [{ label: t(`domains.whois.field.${field}`), before: old, after: next }]
    }),
  ]
}

function onOrOff(isOn: boolean, t: Translate): string {
  return t(`common.${isOn ? 'on' : 'off'}`)
}

function recordName({ type, host }: DnsRecordFields): string {
  return `${type} ${host}`
}

function wholeRecord({ type, content, priority, ttl }: DnsRecordFields, t: Translate): string {
  return `${doesRecordTypeUsePriority(type) ? `${priority} ` : ''}${content} · ${t('changePlanView.ttl', { n: ttl })}`
}
