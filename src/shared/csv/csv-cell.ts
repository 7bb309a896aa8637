export type CsvCell = string | number | boolean | null

/**
 * A text that a spreadsheet would take for a formula, also with full-width signs. Apostrophes before the sign are
 * allowed, so that adding and then removing one apostrophe gives the original text.
 */
const formula = /^'*[=+\-@＝＋－＠\t\r\n]/u

/** Formats one cell, quoted where RFC 4180 requires it. Texts like formulas get a leading apostrophe. */
export function formatCsvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const plain = addFormulaApostrophe(value)
  return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Adds an apostrophe before a text that a spreadsheet would take for a formula. */
export function addFormulaApostrophe(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** Removes the apostrophe that `addFormulaApostrophe` added. */
export function removeFormulaApostrophe(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
}
