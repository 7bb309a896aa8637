import type { RecordField } from '#shared/dns/records/dns-record.ts'

/** Errors: the record is refused before a call is sent. */
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

/**
 * Warnings are shown before the record is sent. Such a record may be intended, and the API description does not say
 * that it is refused.
 */
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
  'severalSpf',
  'severalDmarc',
  'nullMxBesideOthers',
  'txtQuotes',
  'txtNotAscii',
] as const
export type RecordWarningCode = (typeof recordWarningCodes)[number]

export type RecordFindingCode = RecordErrorCode | RecordWarningCode

/**
 * One rule that a record breaks. `field`: where the user corrects the record. `values`: placeholders of the code's
 * text.
 */
export interface RecordFinding {
  field: RecordField
  code: RecordFindingCode
  severity: 'error' | 'warning'
  values: Record<string, string | number>
}

const warnings: ReadonlySet<string> = new Set(recordWarningCodes)

export function createRecordFinding(
  field: RecordField,
  code: RecordFindingCode,
  values: RecordFinding['values'] = {},
): RecordFinding {
  return { field, code, severity: warnings.has(code) ? 'warning' : 'error', values }
}
