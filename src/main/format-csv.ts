import { formatCsvCell, type CsvCell } from '#shared/csv/csv-cell.ts'

const byteOrderMark = '\ufeff'

/** Number of rows per returned part. */
const rowsPerChunk = 200

type CsvRows = AsyncIterable<readonly CsvCell[]> | Iterable<readonly CsvCell[]>

/**
 * Returns CSV as in RFC 4180, with a byte order mark, by which spreadsheets recognize UTF-8. The CSV comes in parts,
 * because one large string would block the event loop.
 */
export async function formatCsv(rows: CsvRows): Promise<string[]> {
  const parts: string[] = []
  for await (const part of formatCsvInChunks(rows)) parts.push(part)
  return parts
}

/** Yields the CSV of `formatCsv` in parts. Each part is formatted when the part before it is written. */
export async function* formatCsvInChunks(rows: CsvRows): AsyncGenerator<string> {
  yield byteOrderMark
  let lines: string[] = []
  for await (const row of rows) {
    lines.push(`${row.map(formatCsvCell).join(',')}\r\n`)
    if (lines.length < rowsPerChunk) continue
    yield lines.join('')
    lines = []
  }
  yield lines.join('')
}
