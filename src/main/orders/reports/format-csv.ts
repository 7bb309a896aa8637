export type CsvCell = string | number | boolean | null

/**
 * One cell: quoted where RFC 4180 asks for it. A text that a spreadsheet would take for a formula (full-width
 * signs among them) is told to be text by an apostrophe.
 */
function formatCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const plain = /^[=+\-@＝＋－＠\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

const byteOrderMark = '\ufeff'

/** Rows of one part: what is written at once. */
const rowsPerPart = 200

/** RFC 4180, with the mark by which spreadsheets know UTF-8. In parts that follow each other: as one text, many rows would hold up all else. */
export async function formatCsv(rows: AsyncIterable<readonly CsvCell[]> | Iterable<readonly CsvCell[]>): Promise<string[]> {
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
