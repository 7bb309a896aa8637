import { defineComponent, h, type PropType, type Slots, type VNode } from 'vue'
import type { RowSlot } from './recycle-rows.ts'
import type { TableRowSelection } from './table-row-selection-interface.ts'
import type { CellContentFunctions, TableColumn } from './table-columns.ts'

/** How all rows of a table are drawn. */
export interface PagedRowsRenderContext<Row> {
  gridId: string
  columns: readonly TableColumn<Row>[]
  cells: CellContentFunctions<Row>
  /** The slots of the table, for the columns and wide rows that no function draws. */
  slots: Slots
  rowSelection: TableRowSelection<Row> | undefined
  /** True if the row is the selected one of the view. */
  isSelected: (row: Row) => boolean
  rowClass: (row: Row) => string | null
  isWide: (row: Row) => boolean
  /** In px. */
  rowHeight: number
}

/**
 * A row of `PagedTable`. It draws all cells as plain elements. Scrolling draws every new row, and a component for each
 * cell takes several times as long.
 */
export const PagedRow = defineComponent({
  props: {
    rowSlot: { type: Object as PropType<RowSlot<unknown>>, required: true },
    view: { type: Object as PropType<PagedRowsRenderContext<unknown>>, required: true },
  },
  setup: (props) => () => renderRow(props.rowSlot, props.view),
})

function renderRow(rowSlot: RowSlot<unknown>, view: PagedRowsRenderContext<unknown>): VNode {
  const { index, row, isActive, hasTitles } = rowSlot.value
  const { gridId, rowSelection, rowHeight } = view
  const isSelected = row !== undefined && view.isSelected(row)
  const isChecked = row !== undefined && (rowSelection?.isRowSelected(row) ?? false)
  return h(
    'div',
    {
      id: `${gridId}-${index}`,
      role: 'row',
      class: `line row${isActive ? ' active' : ''}${isSelected ? ' selected' : ''}${row === undefined ? ' waiting' : ''} ${(row !== undefined && view.rowClass(row)) || ''}`,
      style: { top: `${index * rowHeight}px` },
      'aria-rowindex': index + 2,
      'aria-selected': rowSelection ? isChecked : isSelected,
    },
    row !== undefined && view.isWide(row)
      ? [renderWideCell(row, index, view)]
      : [
          rowSelection ? renderCheckbox(row, isChecked, rowSelection) : null,
          ...view.columns.map((column) => renderCell(row, index, column, view, hasTitles)),
        ],
  )
}

const iconProps = { size: 14, 'aria-hidden': 'true' }

function renderCell(
  row: unknown,
  index: number,
  column: TableColumn<unknown>,
  { cells, slots }: PagedRowsRenderContext<unknown>,
  hasTitles: boolean,
): VNode {
  const { key, width, isClipped, align = '', mono, render } = column
  const classes = `cell ${align}${mono ? ' mono' : ''}`
  const describe = render === undefined ? describeText(column) : cells[render]
  // Without its own key, Vue would reuse the skeleton's `span` for a slot, and the class `skeleton` would stay on it.
  if (row === undefined)
    return h('div', { key, role: 'gridcell', class: classes }, [h('span', { key: 'skeleton', class: 'skeleton' })])
  if (describe === undefined)
    return h('div', { key, role: 'gridcell', class: classes }, slots[render ?? '']?.({ row, index }))
  const { text, class: ownClasses = '', title, icon, dot, note } = describe(row, hasTitles)
  return h(
    'div',
    {
      key,
      role: 'gridcell',
      // Texts are cut with an ellipsis only in columns of flexible width or with `isClipped`. Other widths fit the
      // usual texts of their column.
      class: `${classes} plain ${width === undefined || isClipped ? 'clipped ' : ''}${dot ? 'dotted ' : ''}${ownClasses}`,
      title,
      style: dot && { '--dot-colour': dot },
    },
    icon || note
      ? [icon && h(icon, iconProps), text, note && h('span', { class: `note ${note.tone}` }, note.text)]
      : text,
  )
}

function describeText({ key, text }: TableColumn<unknown>): CellContentFunctions<unknown>[string] {
  return (row, hasTitle) => {
    const shown = text ? text(row) : String((row as Record<string, unknown>)[key] ?? '—')
    return { text: shown, title: hasTitle ? shown : undefined }
  }
}

function renderCheckbox<Row>(row: Row | undefined, isChecked: boolean, { labelOf }: TableRowSelection<Row>): VNode {
  const checkbox =
    row === undefined
      ? null
      : h('span', { class: 'checkbox', role: 'checkbox', 'aria-checked': isChecked, 'aria-label': labelOf(row) })
  return h('div', { key: 'checkbox', role: 'gridcell', class: 'cell checkbox-cell', 'data-row-checkbox': '' }, [
    checkbox,
  ])
}

function renderWideCell(
  row: unknown,
  index: number,
  { columns, rowSelection, slots }: PagedRowsRenderContext<unknown>,
): VNode {
  const span = columns.length + (rowSelection ? 1 : 0)
  return h(
    'div',
    { key: 'wide', role: 'gridcell', class: 'cell wide', 'aria-colspan': span },
    slots['wide']?.({ row, index }),
  )
}
