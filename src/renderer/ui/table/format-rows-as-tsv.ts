import { addFormulaApostrophe } from '#shared/csv/csv-cell.ts'
import type { CellContentFunctions, TableColumn } from './table-columns.ts'

/**
 * Returns the text of a cell as the table shows it, without its note, such as the remaining days. Null: a slot draws
 * the cell, so its text is not known.
 */
export function formatCellText<Row>(
  row: Row,
  column: TableColumn<Row>,
  cells: CellContentFunctions<Row>,
): string | null {
  const { key, render, text } = column
  if (render === undefined) return text ? text(row) : String((row as Record<string, unknown>)[key] ?? '')
  return cells[render]?.(row, false).text ?? text?.(row) ?? null
}

/**
 * Rows for a spreadsheet: cells between tabs, one line for each row. A text that a spreadsheet would run as a formula
 * gets an apostrophe, as in CSV files.
 */
export function formatRowsAsTsv<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  cells: CellContentFunctions<Row>,
): string {
  return rows
    .map((row) =>
      joinAsTsvLine(columns.map((column) => formatCellText(row, column, cells)).filter((text) => text !== null)),
    )
    .join('\n')
}

/** Returns one line for a spreadsheet, see `formatRowsAsTsv`. */
export function joinAsTsvLine(texts: readonly string[]): string {
  return texts.map((text) => addFormulaApostrophe(text.replaceAll(/[\t\r\n]+/gu, ' '))).join('\t')
}
