import type { DnsRecordFields, RecordField } from '#shared/dns/records/dns-record.ts'
import type { RecordErrorCode } from '#shared/dns/record-rules/record-finding-codes.ts'

/** The file is refused as a whole, because the reader cannot tell what the rest of the file means. */
export const fileErrorCodes = [
  'tooLarge',
  'tooManyRecords',
  'tooManyFindings',
  'generatedTooMuch',
  'entryTooLong',
  'unclosedParenthesis',
  'csvUnclosedQuote',
  'csvMissingColumn',
  'jsonForm',
] as const

/** An entry of the file is not taken. */
export const entryErrorCodes = [
  'controlCharacter',
  'undecodable',
  'unclosedQuote',
  'unopenedParenthesis',
  'badEscape',
  'noOwner',
  'noOrigin',
  'outsideZone',
  'otherClass',
  'noType',
  'unknownType',
  'unsupportedType',
  'genericType',
  'genericData',
  'soa',
  'recordForm',
  'txtNotUtf8',
  'includeRefused',
  'unknownDirective',
  'directiveForm',
  'generateForm',
  'generateTooMany',
  'csvQuote',
  'csvCellCount',
  'numberForm',
  'jsonRecordForm',
] as const

/** Something was assumed, or a part of the file is ignored. The records are taken. */
export const fileWarningCodes = [
  'ttlFromSoa',
  'ttlInherited',
  'ttlAssumed',
  'priorityAssumed',
  'unknownColumn',
  'commentDamaged',
  'shiftJisAssumed',
] as const

export type ZoneFileErrorCode = (typeof fileErrorCodes)[number] | (typeof entryErrorCodes)[number]
export type ZoneFileWarningCode = (typeof fileWarningCodes)[number]
export type ZoneFileFindingCode = ZoneFileErrorCode | ZoneFileWarningCode

/** What the reader has to say about one line of a file. */
export interface ZoneFileFinding {
  /** Also the codes of the record rules, for a record that the service cannot hold. */
  code: ZoneFileFindingCode | RecordErrorCode
  severity: 'error' | 'warning'
  /** The line on which the entry begins, from 1. In JSON: the place of the record in the list, from 1. */
  line: number
  /** The beginning of the entry as it stands in the file. */
  text: string
  /** The field of the record that breaks a record rule. */
  field?: RecordField
  /** Placeholders of the code's text. */
  values: Record<string, string | number>
}

/** A record of a file and the line on which it begins. */
export interface ZoneFileRecord extends DnsRecordFields {
  line: number
}

export interface ZoneFileContent {
  records: ZoneFileRecord[]
  /** In the order of the lines. */
  findings: ZoneFileFinding[]
  /** False when the file was refused as a whole. `records` is then empty, and the last finding says why. */
  isComplete: boolean
}
