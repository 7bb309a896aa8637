export type CsvCell = string | number | boolean | null

/**
 * A text that a spreadsheet would take for a formula, also with full-width signs. Apostrophes before the sign are allowed, so that
 * adding and then removing one apostrophe gives the original text.
 */
const formula = /^'*[=+\-@＝＋－＠\t\r\n]/u

/** Formats one cell, quoted where RFC 4180 requires it. Texts like formulas get a leading apostrophe. */
export function formatCsvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const plain = escapeFormula(value)
  return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** The text with an apostrophe before it if a spreadsheet would take it for a formula. */
export function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** The text of a cell without the apostrophe that guards a text like a formula. */
export function removeFormulaGuard(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
}
