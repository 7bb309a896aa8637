import type { whoisErrorCodes } from '#shared/api/whois-rules.ts'
import type { nameserverErrorCodes } from '#shared/dns/nameservers/nameserver-rules.ts'
import type { RecordErrorCode } from '#shared/dns/record-rules/record-finding-codes.ts'

/** The reasons why a line of a CSV file with changes cannot be used. */
export const domainChangeCsvErrorCodes = [
  'csvTooLarge',
  'csvTooManyLines',
  'csvUnclosedQuote',
  'csvTextAfterQuote',
  'csvTooLong',
  'csvUndecodable',
  'csvTooFewColumns',
  'csvTooManyColumns',
  'csvInvalidDomain',
  'csvDomainNotFound',
  'csvDomainGone',
  'csvDomainInSeveralAccounts',
  'csvDomainSelectedInSeveralAccounts',
  'csvDomainNotInPlan',
  'csvUnknownChange',
  'csvValueMissing',
  'csvNotOnOrOff',
  'csvInvalidRecord',
  'csvRemovalForm',
  'csvRecordType',
  'csvTtlForm',
  'csvSetTwice',
] as const
export type DomainChangeCsvErrorCode = (typeof domainChangeCsvErrorCodes)[number]

/**
 * Warnings about a line that is used. `csvNoRecord`: the zone has no record that the line removes or changes.
 * `csvAlreadySet`: the domain has the setting already. The other codes: another line makes the same change, or reverses
 * it.
 */
export const domainChangeCsvWarningCodes = [
  'csvNoRecord',
  'csvAlreadySet',
  'csvRepeatsLine',
  'csvOtherTtlApplies',
  'csvUndoneByLine',
  'csvAddedAgain',
  'csvTtlSetAgain',
] as const
export type DomainChangeCsvWarningCode = (typeof domainChangeCsvWarningCodes)[number]

/** An error in one line, found while the file was read. The line is not part of the plan. */
export interface DomainChangeCsvLineError {
  /** The first line is 1. */
  line: number
  /** The beginning of the line. */
  text: string
  /** A code of the CSV file, or of the rule that the value of the line breaks. */
  code:
    | DomainChangeCsvErrorCode
    | RecordErrorCode
    | (typeof nameserverErrorCodes)[number]
    | (typeof whoisErrorCodes)[number]
  severity: 'error'
  /** Placeholders of the code's text. */
  values: Record<string, string | number>
}
