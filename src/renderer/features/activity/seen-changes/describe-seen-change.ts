import type { ComposerTranslation } from 'vue-i18n'
import type { SeenChange, SeenChangeValues } from '#shared/ipc/seen-changes.ts'
import {
  summarizeDomainChange,
  summarizeRecordChange,
  type DomainChangeSummary,
} from '#renderer/features/plans/summarize-domain-change.ts'
import { describeResourceStatus } from '#renderer/ui/status/describe-resource-status.ts'

export interface SeenChangeDescription extends DomainChangeSummary {
  icon: 'add' | 'delete' | 'change'
  /** The kind of the change in words. */
  kind: string
  note?: string
}

/** Texts of a seen change, for a line of a list. */
export function describeSeenChange(
  { kind, values }: Pick<SeenChange, 'kind' | 'values'>,
  t: ComposerTranslation,
): SeenChangeDescription {
  if (values.field === 'record') return describeRecordChange(values, t)
  if (values.field === 'listed') {
    const icon = values.after ? 'add' : 'delete'
    const text = t(`seenChanges.listed.${icon}`)
    return { icon, kind: t('seenChanges.field.listed'), subject: text, before: null, after: null }
  }
  const field = t(`seenChanges.field.${values.field}`)
  const describe = (before: string | null, after: string): SeenChangeDescription => ({
    icon: 'change',
    kind: field,
    subject: field,
    before,
    after,
  })
  const onOff = (isOn: boolean) => t(`common.${isOn ? 'on' : 'off'}`)
  const statusWord = (status: string) => describeResourceStatus({ kind, status, goneSince: null }, t).word
  switch (values.field) {
    case 'status':
      return describe(statusWord(values.before), statusWord(values.after))
    case 'expiry':
      return describe(values.before ?? t('seenChanges.noDate'), values.after ?? t('seenChanges.noDate'))
    case 'plan':
      return describe(...describePlans(values))
    case 'nameservers':
      return describe(values.before.join(', '), values.after.join(', '))
    case 'auto_renew':
    case 'lock':
    case 'whois_privacy':
      return describe(onOff(values.before), onOff(values.after))
    case 'whois_contact':
      return {
        icon: 'change',
        kind: field,
        subject: field,
        before: null,
        after: null,
        note: t('seenChanges.notRecorded'),
      }
  }
}

function describeRecordChange(
  { before, after }: SeenChangeValues & { field: 'record' },
  t: ComposerTranslation,
): SeenChangeDescription {
  if (before && after)
    return { icon: 'change', kind: t('seenChanges.record.change'), ...summarizeRecordChange({ before, after }, t) }
  const record = (after ?? before) as NonNullable<typeof after>
  const { subject, before: value } = summarizeDomainChange({ kind: 'delete', before: record }, t)
  return after
    ? { icon: 'add', kind: t('seenChanges.record.add'), subject, before: null, after: value }
    : { icon: 'delete', kind: t('seenChanges.record.delete'), subject, before: value, after: null }
}

/** The names of the plans, with their IDs if two plans have one name. */
function describePlans({ before, after }: SeenChangeValues & { field: 'plan' }): [string, string] {
  const isSameName = before.name === after.name
  const describePlan = ({ id, name }: typeof before) =>
    name !== null && id !== null && isSameName ? `${name} (${id})` : (name ?? id ?? '—')
  return [describePlan(before), describePlan(after)]
}
