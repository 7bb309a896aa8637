import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import { listChangedRecordFields } from '#shared/dns/records/compare-two-records.ts'
import { doesRecordTypeUsePriority, type DnsRecordFields } from '#shared/dns/records/dns-record.ts'

type Translate = (key: string, values?: Record<string, unknown>, count?: number) => string

/** What a change concerns, and its values before and after; null where there is no value. */
export interface DomainChangeSummary {
  subject: string
  before: string | null
  after: string | null
}

/** Returns the texts of one change for one line of a list. `describeDomainChangeDiff` gives every value. */
export function describeDomainChangeInOneLine(change: DomainChange, t: Translate): DomainChangeSummary {
  switch (change.kind) {
    case 'add':
      return { subject: recordName(change.after), before: null, after: recordValue(change.after) }
    case 'delete':
      return { subject: recordName(change.before), before: recordValue(change.before), after: null }
    case 'change':
      return summarizeRecordChange(change, t)
    case 'nameservers':
      return {
        subject: t('activity.subject.nameservers'),
        before: change.before.join(', '),
        after: change.after.join(', '),
      }
    case 'lock':
      return {
        subject: t('activity.subject.lock'),
        before: t(`common.${change.before ? 'on' : 'off'}`),
        after: t(`common.${change.after ? 'on' : 'off'}`),
      }
    case 'whois':
      return describeWhoisChange(change, t)
  }
}

/** Returns only the changed fields, or all if the record has another name or type. */
export function summarizeRecordChange(
  { before, after }: { before: DnsRecordFields; after: DnsRecordFields },
  t: Translate,
): DomainChangeSummary {
  const fields = listChangedRecordFields(before, after)
  const isRenamed = fields.includes('type') || fields.includes('host')
  const valuesOf = (record: DnsRecordFields) =>
    isRenamed
      ? `${recordName(record)} ${recordValue(record)}`
      : fields.map((field) => (field === 'ttl' ? t('activity.ttl', { n: record.ttl }) : `${record[field]}`)).join(', ')
  return { subject: recordName(before), before: valuesOf(before), after: valuesOf(after) }
}

/** Only the names of changed contact fields are shown, because their values are personal data. */
function describeWhoisChange({ before, after }: DomainChange & { kind: 'whois' }, t: Translate): DomainChangeSummary {
  const isPrivacyChanged = after.whois_privacy !== undefined && after.whois_privacy !== before.whois_privacy
  const changed = Object.entries(after.fields ?? {}).filter(
    ([field, value]) => before.fields[field as keyof typeof before.fields] !== value,
  )
  const names = changed.map(([field]) => t(`domains.whois.field.${field}`)).join(t('common.listSeparator'))
  const privacy = (isOn: boolean) => t('activity.privacy', { state: t(`common.${isOn ? 'on' : 'off'}`) })
  return {
    subject: t('activity.subject.whois'),
    before: isPrivacyChanged ? privacy(before.whois_privacy) : null,
    after: [isPrivacyChanged ? privacy(after.whois_privacy === true) : '', names]
      .filter((part) => part !== '')
      .join(', '),
  }
}

function recordName({ type, host }: DnsRecordFields): string {
  return `${type} ${host}`
}

function recordValue({ type, content, priority }: DnsRecordFields): string {
  return doesRecordTypeUsePriority(type) ? `${priority} ${content}` : content
}
