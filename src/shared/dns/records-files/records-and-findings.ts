import type { DnsRecordFields, RecordField } from '#shared/dns/records/dns-record.ts'
import type { RecordErrorCode } from '#shared/dns/record-rules/record-finding-codes.ts'
import type { RecordsFileFindingCode } from './records-file-finding-codes.ts'

/** A finding of the parser about one line of a file. */
export interface RecordsFileFinding {
  /** A code of the file, or of the record rule that a record of the file breaks. */
  code: RecordsFileFindingCode | RecordErrorCode
  severity: 'error' | 'warning'
  /** The line on which the entry begins, from 1. In JSON: the place of the record in the list, from 1. */
  line: number
  /** The beginning of the entry as written in the file. */
  text: string
  /** The field of the record that breaks a record rule. */
  field?: RecordField
  /** Placeholders of the code's text. */
  values: Record<string, string | number>
}

/** A record of a file and the line on which it begins. */
export interface RecordInFile extends DnsRecordFields {
  line: number
  /** The file has an equal record before. A zone holds each record once, so an import ignores this one. */
  isRepeated?: true
}

export interface RecordsAndFindings {
  records: RecordInFile[]
  /** In the order of the lines. */
  findings: RecordsFileFinding[]
  /** False when the file was refused as a whole. `records` is then empty, and the last finding says why. */
  isComplete: boolean
}
