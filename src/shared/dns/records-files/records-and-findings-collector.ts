import { normalizeRecordInput, checkRecord } from '#shared/dns/record-rules/check-record.ts'
import type { DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import type { RecordErrorCode } from '#shared/dns/record-rules/record-finding-codes.ts'
import type { Idna } from '#shared/idna-interface.ts'
import type { RecordsAndFindings, RecordsFileFinding, RecordInFile } from './records-and-findings.ts'
import type { RecordsFileFindingCode } from './records-file-finding-codes.ts'
import { wholeRecordsFileErrorCodes, recordsFileWarningCodes } from './records-file-finding-codes.ts'
import { createRepeatedRecordDetector } from './repeated-record-detector.ts'
import { maxLineLengthInFinding, maxNameLengthForPunycode, recordsFileLimits } from './records-file-limits.ts'

/** The place in a file where something was found. */
export interface RecordsFileEntryPosition {
  line: number
  /** The entry as written in the file. */
  text: string
}

export interface ParseRecordsFileOptions {
  /** The domain of the zone, in Punycode. */
  domain: string
  idna: Idna
}

/** Collects the records and findings of a parser, and stops at the limits. */
export interface RecordsAndFindingsCollector {
  /** True once the file is refused as a whole. */
  isStopped: boolean
  /**
   * Adds a record that is known to obey the record rules. `getText`: the entry as written in the file. Returns whether
   * an import uses the record: it repeats no earlier one.
   */
  addSurelyValidRecord(record: RecordInFile, getText: () => string): boolean
  /**
   * Adds a record in the form in which it is sent, or the errors of the record rules. Returns whether an import uses
   * the record.
   */
  addRecord(record: DnsRecordFields, place: RecordsFileEntryPosition): boolean
  addFinding(code: RecordsFileFindingCode, place: RecordsFileEntryPosition, values?: RecordsFileFinding['values']): void
  finish(): RecordsAndFindings
}

const fileErrors: readonly string[] = wholeRecordsFileErrorCodes
const warnings: readonly string[] = recordsFileWarningCodes

export function createRecordsAndFindingsCollector({
  domain,
  idna,
}: ParseRecordsFileOptions): RecordsAndFindingsCollector {
  const records: RecordInFile[] = []
  const findings: RecordsFileFinding[] = []
  const isRepeatedRecord = createRepeatedRecordDetector()
  let lastLineOfRepeatedRecord: number | null = null

  function push(
    code: RecordsFileFindingCode | RecordErrorCode,
    { line, text }: RecordsFileEntryPosition,
    rest: Pick<RecordsFileFinding, 'values' | 'field'>,
  ): void {
    if (collector.isStopped) return
    if (findings.length === recordsFileLimits.findings) {
      code = 'tooManyFindings'
      rest = { values: { max: recordsFileLimits.findings } }
    }
    if (fileErrors.includes(code)) collector.isStopped = true
    findings.push({ code, severity: warnings.includes(code) ? 'warning' : 'error', line, text: excerpt(text), ...rest })
  }

  const collector: RecordsAndFindingsCollector = {
    isStopped: false,
    addSurelyValidRecord(record, getText) {
      const { line } = record
      if (records.length === recordsFileLimits.records) {
        push('tooManyRecords', { line, text: '' }, { values: { max: recordsFileLimits.records } })
        return false
      }
      const isRepeated = isRepeatedRecord(record)
      records.push(isRepeated ? { ...record, isRepeated } : record)
      // A `$GENERATE` may make thousands of equal records.
      if (isRepeated && line !== lastLineOfRepeatedRecord) {
        lastLineOfRepeatedRecord = line
        push('repeatedRecord', { line, text: getText() }, { values: {} })
      }
      return !isRepeated
    },
    addRecord(record, place) {
      const checked = isLong(record) ? record : normalizeRecordInput(record, idna)
      const errors = checkRecord(checked, null, { domain, zone: null, idna }).filter(
        ({ severity }) => severity === 'error',
      )
      if (errors.length === 0) return collector.addSurelyValidRecord({ ...checked, line: place.line }, () => place.text)
      for (const { code, field, values } of errors) push(code as RecordErrorCode, place, { field, values })
      return false
    },
    addFinding(code, place, values = {}) {
      push(code, place, { values })
    },
    finish() {
      const isComplete = !collector.isStopped
      const [last] = isComplete ? [] : findings.splice(-1)
      findings.sort((one, other) => one.line - other.line)
      return { records: isComplete ? records : [], findings: last ? [...findings, last] : findings, isComplete }
    },
  }
  return collector
}

/** Returns the first line of the text, without control characters. */
function excerpt(text: string): string {
  const [line = ''] = text
    .slice(0, 2 * maxLineLengthInFinding)
    .trim()
    .split(/[\r\n]/, 1)
  const readable = line.replaceAll(/\p{Cc}/gu, (control) => (control === '\t' ? ' ' : '\ufffd'))
  return readable.length > maxLineLengthInFinding ? `${readable.slice(0, maxLineLengthInFinding - 1)}…` : readable
}

function isLong({ host, content }: DnsRecordFields): boolean {
  return host.length > maxNameLengthForPunycode || content.length > maxNameLengthForPunycode
}
