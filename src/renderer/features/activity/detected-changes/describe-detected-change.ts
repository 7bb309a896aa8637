import type { ComposerTranslation } from 'vue-i18n'
import type { DetectedChange, DetectedChangeValues } from '#shared/ipc/detected-changes.ts'
import {
  describeDomainChangeInOneLine,
  summarizeRecordChange,
  type DomainChangeSummary,
} from '#renderer/features/change-plans/describe-domain-change-in-one-line.ts'
import { describeResourceStatus } from '#renderer/ui/status/describe-resource-status.ts'

export interface DetectedChangeDescription extends DomainChangeSummary {
  icon: 'add' | 'delete' | 'change'
  /** The kind of the change in words. */
  kind: string
  note?: string
}

/** Returns the texts of a detected change, for a line of a list. */
export function describeDetectedChange(
  { kind, values }: Pick<DetectedChange, 'kind' | 'values'>,
  t: ComposerTranslation,
): DetectedChangeDescription {
  if (values.field === 'record') return describeRecordChange(values, t)
  if (values.field === 'listed') {
    const icon = values.after ? 'add' : 'delete'
    const text = t(`detectedChanges.listed.${icon}`)
    return { icon, kind: t('detectedChanges.field.listed'), subject: text, before: null, after: null }
  }
  const field = t(`detectedChanges.field.${values.field}`)
  const describe = (before: string | null, after: string): DetectedChangeDescription => ({
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
      return describe(values.before ?? t('detectedChanges.noDate'), values.after ?? t('detectedChanges.noDate'))
    case 'plan':
      return describe(...describePlans(values))
    case 'nameservers':
    case 'ip_address':
    case 'php_versions':
    case 'db_versions':
      return describe(values.before.join(', '), values.after.join(', '))
    case 'epp_statuses':
      return describe(
        values.before.join(', ') || t('detectedChanges.noEppStatus'),
        values.after.join(', ') || t('detectedChanges.noEppStatus'),
      )
    case 'memo':
      return describe(values.before || t('detectedChanges.noText'), values.after || t('detectedChanges.noText'))
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
        note: t('detectedChanges.notRecorded'),
      }
  }
}

function describeRecordChange(
  { before, after }: DetectedChangeValues & { field: 'record' },
  t: ComposerTranslation,
): DetectedChangeDescription {
  if (before && after)
    return { icon: 'change', kind: t('detectedChanges.record.change'), ...summarizeRecordChange({ before, after }, t) }
  const record = (after ?? before) as NonNullable<typeof after>
  const { subject, before: value } = describeDomainChangeInOneLine({ kind: 'delete', before: record }, t)
  return after
    ? { icon: 'add', kind: t('detectedChanges.record.add'), subject, before: null, after: value }
    : { icon: 'delete', kind: t('detectedChanges.record.delete'), subject, before: value, after: null }
}

/** Returns the names of the plans, with their IDs if two plans have one name. */
function describePlans({ before, after }: DetectedChangeValues & { field: 'plan' }): [string, string] {
  const isSameName = before.name === after.name
  const describePlan = ({ id, name }: typeof before) =>
    name !== null && id !== null && isSameName ? `${name} (${id})` : (name ?? id ?? '—')
  return [describePlan(before), describePlan(after)]
}
