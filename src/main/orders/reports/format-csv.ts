export type CsvCell = string | number | boolean | null

/**
 * Formats one cell, quoted where RFC 4180 requires it. A text that a spreadsheet would take for a formula gets a leading apostrophe;
 * full-width signs count, too.
 */
function formatCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const plain = /^[=+\-@＝＋－＠\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

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
    lines.push(`${row.map(formatCell).join(',')}\r\n`)
    if (lines.length < rowsPerPart) continue
    parts.push(lines.join(''))
    lines = []
  }
  return [...parts, lines.join('')]
}
