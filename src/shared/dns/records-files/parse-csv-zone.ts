import { removeFormulaApostrophe } from '#shared/csv/csv-cell.ts'
import { scanCsvRow } from '#shared/csv/scan-csv-row.ts'
import type { RecordField } from '#shared/dns/records/dns-record.ts'
import { createRecordsAndFindingsCollector, type ParseRecordsFileOptions } from './records-and-findings-collector.ts'
import { findRecordFieldOfCsvColumn } from './find-record-field-of-csv-column.ts'
import { createCsvJsonRecordCollector } from './csv-json-record-collector.ts'
import type { RecordsAndFindings } from './records-and-findings.ts'
import { recordsFileParserWorkUnits, recordsFileLimits } from './records-file-limits.ts'

/**
 * Reads the records of a CSV file whose first row names the columns. Type and content are required. The generator
 * yields between slices of its work.
 */
export function* parseCsvZone(file: string, options: ParseRecordsFileOptions): Generator<void, RecordsAndFindings> {
  const collector = createRecordsAndFindingsCollector(options)
  const records = createCsvJsonRecordCollector(collector)
  let columns: (RecordField | null)[] | null = null
  let at = file.startsWith('\ufeff') ? 1 : 0
  let line = 1
  let left = recordsFileParserWorkUnits.slice
  while (at < file.length && !collector.isStopped) {
    const row = scanCsvRow(file, at, recordsFileLimits.entryCharacters)
    const place = { line, text: file.slice(at, row.nextRowStart) }
    left -= recordsFileParserWorkUnits.csvRow + 4 * (row.nextRowStart - at)
    at = row.nextRowStart
    line += row.lineEndCount
    if (row.problem === 'tooLong')
      collector.addFinding('entryTooLong', place, { max: recordsFileLimits.entryCharacters })
    else if (row.problem === 'unclosedQuote') collector.addFinding('csvUnclosedQuote', place)
    else if (row.cells.every((cell) => cell.trim() === '')) continue
    else if (columns === null) {
      columns = row.cells.map(findRecordFieldOfCsvColumn)
      const missing = (['type', 'content'] as const).filter((field) => !columns?.includes(field))
      const unknown = row.cells.filter((cell, index) => columns?.[index] === null && !/^\s*(?:id)?\s*$/i.test(cell))
      if (missing.length > 0) collector.addFinding('csvMissingColumn', place, { columns: missing.join(', ') })
      else if (unknown.length > 0)
        collector.addFinding('unknownColumn', place, { columns: unknown.join(', ').slice(0, 200) })
    } else if (row.problem === 'textAfterQuote') collector.addFinding('csvQuote', place)
    else if (row.cells.slice(columns.length).some((cell) => cell.trim() !== ''))
      collector.addFinding('csvCellCount', place, { n: row.cells.length, max: columns.length })
    else if (/[\0\ufffd]/.test(place.text))
      collector.addFinding(place.text.includes('\0') ? 'controlCharacter' : 'undecodable', place)
    else {
      const cellOf = (field: RecordField) => {
        const cell = row.cells[columns?.indexOf(field) ?? -1]
        return cell === undefined ? null : removeFormulaApostrophe(cell)
      }
      records.addRecord(
        {
          type: cellOf('type'),
          host: cellOf('host'),
          content: cellOf('content'),
          ttl: cellOf('ttl'),
          priority: cellOf('priority'),
        },
        place,
      )
    }
    if (left > 0) continue
    left = recordsFileParserWorkUnits.slice
    yield
  }
  if (columns === null && !collector.isStopped)
    collector.addFinding('csvMissingColumn', { line: 1, text: '' }, { columns: 'type, content' })
  records.addFindingsAboutDefaults()
  return collector.finish()
}
