import type { WireError } from '#shared/app-error.ts'
import {
  domainChangeCsvErrorCodes,
  domainChangeCsvWarningCodes,
} from '#shared/domain-change-csv/domain-change-csv-finding-codes.ts'
import {
  recordsFileEntryErrorCodes,
  wholeRecordsFileErrorCodes,
  recordsFileWarningCodes,
} from '#shared/dns/records-files/records-file-finding-codes.ts'
import { recordWarningCodes } from '#shared/dns/record-rules/record-finding-codes.ts'
import {
  domainSettingFindingCodes,
  type PlannedDomain,
  type PlannedDomainFinding,
  type PlanFileLineFinding,
  type PlanSourceKind,
  type PlanSummary,
} from '#shared/ipc/domain-change-plans.ts'
import { getRequestStateOfError } from '#shared/error-kinds.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { decodePunycode } from '#renderer/ui/format/decode-punycode.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'

import { describeDomainChangeDiff } from './describe-domain-change-diff.ts'

type Translate = (key: string, values?: Record<string, unknown>, count?: number) => string

/** Formats what a plan says about a domain. */
export function describePlanFinding(
  { scope, code, values }: Pick<PlannedDomainFinding, 'scope' | 'code' | 'values'>,
  t: Translate,
): string {
  switch (scope) {
    case 'plan':
      return t(`plan.warning.${code}`, values)
    case 'setting':
      return settingText(code, values, t)
    case 'record':
      return includes(recordWarningCodes, code) ? t(`dns.warning.${code}`, values) : t(`dns.invalid.${code}`, values)
  }
}

/**
 * Describes a finding that one or more domains share. If the values differ, the text has those of the first one.
 * Findings of one domain that are not shown are counted.
 */
export function describePlanFindingSharedByDomains(
  finding: PlanSummary['findings'][number],
  format: (count: number) => string,
  t: Translate,
): { whose: string; text: string } {
  const { count, total, hasSameValues, severity } = finding
  const example = decodePunycode(finding.example) ?? finding.example
  const further = [
    ...(hasSameValues ? [] : [t('changePlanView.findings.others', { n: format(count - 1) }, count - 1)]),
    ...(total === count ? [] : [t(`changePlanView.findings.total.${severity}`, { n: format(total) })]),
  ]
  const text = describePlanFinding(finding, t)
  return {
    whose:
      count > 1 && hasSameValues ? t('changePlanView.findings.more', { n: format(count), example }) : `${example}:`,
    text: further.length === 0 ? text : joinSentences([text, ...further]),
  }
}

/** Returns why one or more domains could not be planned. `hasCauseEnded`: then the text no longer states the cause. */
export function describePlanErrorSharedByDomains(
  { error, count, example: domain }: PlanSummary['errors'][number],
  format: (count: number) => string,
  t: Translate,
  hasCauseEnded = false,
): { whose: string; text: string } {
  const example = decodePunycode(domain) ?? domain
  return {
    whose: count === 1 ? `${example}:` : t('changePlanView.findings.more', { n: format(count), example }),
    text: hasCauseEnded ? t('changePlanView.domains.unreadAtPlanning') : describeErrorAtPlanning(error, t),
  }
}

/**
 * An error that is no answer of the service may have ended since the plan was made: the network is back, or the account
 * has a usable key. Whether a domain is known is checked again later.
 */
function describeErrorAtPlanning(error: WireError, t: Translate): string {
  const { title } = describeError(error)
  return error.kind === 'not_found' || getRequestStateOfError(error) === 'answered'
    ? title
    : t('changePlanView.domains.errorAtPlanning', { error: title })
}

/** Returns the text of `describePlanFinding`, with the record if the finding is about one of the changes. */
export function describePlanFindingWithRecord(
  { changes }: Pick<PlannedDomain, 'changes'>,
  finding: PlannedDomainFinding,
  t: Translate,
): string {
  const text = describePlanFinding(finding, t)
  const change = finding.changeIndex === null ? undefined : changes[finding.changeIndex]
  return change === undefined
    ? text
    : t('changePlanView.domains.ofChange', { change: describeDomainChangeDiff(change, t).title, text })
}

function settingText(code: string, values: PlannedDomainFinding['values'], t: Translate): string {
  const { field, status } = values
  return t(`plan.setting.${code}`, {
    ...withReadTime(values, t),
    ...(field !== undefined && { field: t(`domains.whois.field.${field}`) }),
    ...(status !== undefined && { status: t(`common.status.domain.${status}`) }),
  })
}

/** Replaces the instant `readAt` by the text `time`. */
function withReadTime({ readAt, ...values }: PlanFileLineFinding['values'], t: Translate): Record<string, unknown> {
  if (typeof readAt !== 'number') return values
  return { ...values, time: t('common.inJapan', { time: formatJapanTime(readAt).slice(0, 16) }) }
}

/**
 * Returns what a plan says about a line of a file. CSV files with changes and files with records share names of codes.
 */
export function describePlanFileLineFinding(
  { code, values }: PlanFileLineFinding,
  sourceKind: PlanSourceKind,
  t: Translate,
): string {
  const isOfCsv = includes(domainChangeCsvErrorCodes, code) || includes(domainChangeCsvWarningCodes, code)
  if (sourceKind === 'csv' && isOfCsv) return t(`plan.csv.${code}`, withReadTime(values, t))
  if (includes(domainSettingFindingCodes, code)) return settingText(code, values, t)
  if (includes(wholeRecordsFileErrorCodes, code) || includes(recordsFileEntryErrorCodes, code))
    return t(`recordsFile.error.${code}`, values)
  if (includes(recordsFileWarningCodes, code)) return t(`recordsFile.warning.${code}`, values)
  return t(`dns.invalid.${code}`, values)
}

function includes(codes: readonly string[], code: string): boolean {
  return codes.includes(code)
}
