import type { Component } from 'vue'

/** A column of `PagedTable`. A column without `width` (px) shares the remaining width by `flex` (default 1). */
export interface TableColumn<Row> {
  key: string
  title: string
  /** Hides the title from view, for columns of controls. Screen readers still read the title. */
  hidesTitle?: boolean
  width?: number
  flex?: number
  minWidth?: number
  /**
   * If the table is too narrow, columns with the highest number are removed first. Columns without a number are never
   * removed.
   */
  hidePriorityWhenNarrow?: number
  /** The user cannot hide the column. */
  isRequired?: boolean
  /** The column is hidden unless the user shows it. */
  isOptional?: boolean
  /** Width in px that the user chose. */
  chosenWidth?: number
  /** For a column with `width`: texts that are too long end in an ellipsis. */
  isClipped?: boolean
  sortable?: boolean
  align?: 'left' | 'right'
  mono?: boolean
  /**
   * Name of the function in `cells`, or of the slot, that renders the cell. A slot gets `{ row, index }`. Without a
   * name, the cell shows `text(row)` or `row[key]`.
   */
  render?: string
  text?: (row: Row) => string
}

/** What a cell shows. The cell is one element; only an icon and a note are elements in it. */
export interface CellContent {
  text: string
  /** CSS classes of the cell. `clipped`: the text may be wider than its column of fixed width. */
  class?: string
  title?: string | undefined
  icon?: Component
  /** CSS colour of a dot before the text. */
  dot?: string
  /** Text after the text, in the colour of its tone. */
  note?: { text: string; tone: string } | null
}

/**
 * The contents of cells, by the name in `render`. A slot with components takes many times as long, so long lists need
 * these functions. `hasTitle`: the pointer or the keyboard is on the row. A title is made only then.
 */
export type CellContentFunctions<Row> = Record<string, (row: Row, hasTitle: boolean) => CellContent>

/** Least width in px of a column that states no width. */
export const minColumnWidthPx = 80

/** Value of `grid-template-columns` for the header and every row. */
export function buildGridTemplateColumns(columns: readonly TableColumn<never>[]): string {
  return columns
    .map((column) =>
      column.width ? `${column.width}px` : `minmax(${column.minWidth ?? minColumnWidthPx}px, ${column.flex ?? 1}fr)`,
    )
    .join(' ')
}
