/**
 * One cell: quoted where RFC 4180 asks for it. A text that a spreadsheet would take for a formula (full-width
 * signs among them) is told to be text by an apostrophe.
 */
function cellOf(value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const plain = /^[=+\-@＝＋－＠\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

const byteOrderMark = '\ufeff'

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
export function toCsv(rows: readonly (readonly (string | number | boolean | null)[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}
