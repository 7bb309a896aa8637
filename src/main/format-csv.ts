import { formatCsvCell, type CsvCell } from '#shared/csv/csv-cell.ts'

const byteOrderMark = '\ufeff'

/** Number of rows per returned part. */
const rowsPerPart = 200

/** CSV as in RFC 4180, with a byte order mark, by which spreadsheets recognize UTF-8. Returned in parts, because one large string would block the event loop. */
export async function formatCsv(
  rows: AsyncIterable<readonly CsvCell[]> | Iterable<readonly CsvCell[]>,
): Promise<string[]> {
  const parts = [byteOrderMark]
  let lines: string[] = []
  for await (const row of rows) {
    lines.push(`${row.map(formatCsvCell).join(',')}\r\n`)
    if (lines.length < rowsPerPart) continue
    parts.push(lines.join(''))
    lines = []
  }
  return [...parts, lines.join('')]
}
