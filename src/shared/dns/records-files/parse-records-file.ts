import { scanCsvRow } from '#shared/csv/scan-csv-row.ts'
import { decodeTextFile, type TextEncoding } from '#shared/decode-text-file.ts'
import { createRecordsAndFindingsCollector, type ParseRecordsFileOptions } from './records-and-findings-collector.ts'
import { findRecordFieldOfCsvColumn } from './find-record-field-of-csv-column.ts'
import { parseCsvZone } from './parse-csv-zone.ts'
import { parseJsonZone } from './parse-json-zone.ts'
import { parseZoneFile } from './parse-zone-file.ts'
import type { RecordsAndFindings } from './records-and-findings.ts'
import { recordsFileLimits } from './records-file-limits.ts'

export type DetectedRecordsFormat = 'zone-file' | 'csv' | 'json'

export interface RecordsFileContent extends RecordsAndFindings {
  format: DetectedRecordsFormat
  encoding: TextEncoding
}

const readers = { 'zone-file': parseZoneFile, csv: parseCsvZone, json: parseJsonZone }

/** Reads a file or pasted text with records in any of the formats. The generator yields between slices of its work. */
export function* parseRecordsFile(
  file: Uint8Array | string,
  options: ParseRecordsFileOptions,
): Generator<void, RecordsFileContent> {
  if (file.length > recordsFileLimits.bytes) {
    const collector = createRecordsAndFindingsCollector(options)
    collector.addFinding('tooLarge', { line: 1, text: '' }, { max: recordsFileLimits.bytes })
    return { ...collector.finish(), format: 'zone-file', encoding: 'utf-8' }
  }
  const { text, encoding } =
    typeof file === 'string' ? { text: file, encoding: 'utf-8' as const } : yield* decodeTextFile(file)
  const format = detectRecordsFormat(text)
  const content = yield* readers[format](text, options)
  if (encoding === 'shift_jis')
    content.findings.unshift({ code: 'shiftJisAssumed', severity: 'warning', line: 1, text: '', values: {} })
  return { ...content, format, encoding }
}

/** JSON begins with a bracket. CSV begins with a row that names the columns for type and content. */
export function detectRecordsFormat(text: string): DetectedRecordsFormat {
  const start = /[^\s\ufeff]/.exec(text)?.index ?? 0
  if (text[start] === '{' || text[start] === '[') return 'json'
  const fields = scanCsvRow(text, start, recordsFileLimits.entryCharacters).cells.map(findRecordFieldOfCsvColumn)
  return fields.includes('type') && fields.includes('content') ? 'csv' : 'zone-file'
}
