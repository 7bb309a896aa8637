/** The fields of a record, as the service names them (section "DNS record"). */
export const recordFields = ['type', 'host', 'content', 'ttl', 'priority'] as const
export type RecordField = (typeof recordFields)[number]

/** What forbids a record: it is refused before a call is spent. */
export const recordErrorCodes = [
  'type',
  'hostEmpty',
  'hostLong',
  'hostTrailingDot',
  'hostEmptyLabel',
  'hostLongLabel',
  'hostLongName',
  'hostCharacters',
  'hostHyphen',
  'hostWildcard',
  'hostPunycode',
  'contentEmpty',
  'contentLong',
  'contentControl',
  'ipv4',
  'ipv6',
  'ipv4InAaaa',
  'ipv6InA',
  'targetAddress',
  'targetRoot',
  'targetSelf',
  'targetEmptyLabel',
  'targetLongLabel',
  'targetLongName',
  'targetCharacters',
  'targetHyphen',
  'targetWildcard',
  'targetPunycode',
  'mxPriorityInContent',
  'srvForm',
  'srvPriorityInContent',
  'srvWeight',
  'srvPort',
  'ttl',
  'priority',
  'priorityUnused',
  'duplicate',
] as const
export type RecordErrorCode = (typeof recordErrorCodes)[number]

/** What a person should know before a record is written; it may be meant so, and the document does not say that the service refuses it. */
export const recordWarningCodes = [
  'hostRepeatsDomain',
  'srvHost',
  'rootNs',
  'targetOneLabel',
  'targetUnderscore',
  'targetMissing',
  'targetCname',
  'cnameApex',
  'cnameBesideOthers',
  'besideCname',
  'txtQuotes',
  'txtNotAscii',
] as const
export type RecordWarningCode = (typeof recordWarningCodes)[number]

export type RecordFindingCode = RecordErrorCode | RecordWarningCode

/** One rule that a record breaks, at the field where it is mended. `values` are for the text that says so. */
export interface RecordFinding {
  field: RecordField
  code: RecordFindingCode
  severity: 'error' | 'warning'
  values: Record<string, string | number>
}

const warnings: ReadonlySet<string> = new Set(recordWarningCodes)

export function createFinding(
  field: RecordField,
  code: RecordFindingCode,
  values: RecordFinding['values'] = {},
): RecordFinding {
  return { field, code, severity: warnings.has(code) ? 'warning' : 'error', values }
}
