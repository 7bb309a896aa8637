import { until } from '@vueuse/core'
import { nextTick, shallowRef, watch, type Ref } from 'vue'
import { getRowIndexAfterKeyPress } from './get-row-index-after-key-press.ts'
import type { PagedRows } from './paged-rows.ts'
import type { createRangeSelection } from './range-selection.ts'
import type { TableRowSelection } from './table-row-selection-interface.ts'
import type { useVisibleRows } from './useVisibleRows.ts'

export interface ActiveRowOptions<Row> {
  /** Index of the active row, which the parent may keep. */
  kept: Ref<number>
  selectedKey: Ref<string | null>
  scroller: Readonly<Ref<HTMLElement | null>>
  count: () => number
  rows: PagedRows<Row>
  view: Pick<ReturnType<typeof useVisibleRows>, 'scrollIntoView' | 'scrollToRow' | 'countRowsAbove' | 'rowsPerPage'>
  rowKey: (row: Row) => string
  rowSelection: () => TableRowSelection<Row> | undefined
  rangeSelection: ReturnType<typeof createRangeSelection<Row>>
  openRow: (row: Row) => void
  /** Searches the index of the row with a key. Undefined: the table cannot search. */
  findRow: () => ((key: string) => Promise<number | null>) | undefined
}

/** The row on which keys and clicks act: they move it, select it and open it. */
export function useActiveRow<Row>({
  kept,
  selectedKey,
  scroller,
  count,
  rows,
  view,
  rowKey,
  rowSelection,
  rangeSelection,
  openRow,
  findRow,
}: ActiveRowOptions<Row>) {
  const { scrollIntoView, scrollToRow, countRowsAbove, rowsPerPage } = view
  /**
   * A local copy, because `defineModel` updates only when the parent renders again, and several key presses may come
   * before that.
   */
  const active = shallowRef(kept.value)
  watch(active, (index) => (kept.value = index))

  function isSelected(row: Row | undefined): boolean {
    return row !== undefined && selectedKey.value !== null && rowKey(row) === selectedKey.value
  }

  function activate(index: number): void {
    if (count() === 0) return
    active.value = Math.min(Math.max(index, 0), count() - 1)
    const row = rows.rowAt(active.value)
    if (row !== undefined) selectedKey.value = rowKey(row)
    scrollIntoView(active.value)
  }

  function open(index: number): void {
    const row = rows.rowAt(index)
    if (row !== undefined) openRow(row)
  }

  function clickRow(index: number, event: MouseEvent): void {
    if (rowSelection() && (event.shiftKey || event.ctrlKey || event.metaKey)) return clickCheckbox(index, event)
    activate(index)
    open(index)
  }

  function clickCheckbox(index: number, event: MouseEvent): void {
    scroller.value?.focus({ preventScroll: true })
    activate(index)
    void rangeSelection.toggleRow(index, event.shiftKey)
  }

  function moveAndSelect(to: number): void {
    const formerIndex = active.value
    activate(to)
    rangeSelection.extendSelection(formerIndex, active.value)
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = getRowIndexAfterKeyPress(event.key, {
      active: active.value,
      count: count(),
      rowsPerPage: rowsPerPage(),
    })
    if (rowSelection() && event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp'))
      moveAndSelect(move ?? active.value)
    else if (move !== null) activate(move)
    else if (rowSelection() && event.key === ' ') void rangeSelection.toggleRow(active.value, event.shiftKey)
    else if (event.key === 'Enter' && active.value >= 0) open(active.value)
    else return
    event.preventDefault()
  }

  /**
   * Activates the row that was active when the table was last shown. If the row has moved, the table scrolls so that it
   * is at the same place of the window. Takes the focus only if nothing has it, e.g. after the page of the row is left.
   */
  async function continueAtRow(index: number, key: string | null): Promise<void> {
    active.value = index
    if (document.activeElement === document.body) scroller.value?.focus({ preventScroll: true })
    await until(rows.total).not.toBeNull()
    await nextTick()
    scrollIntoView(index)
    if (await hasRowAt(index, key)) return
    const moved = key === null ? null : await (findRow()?.(key) ?? Promise.resolve(null)).catch(() => null)
    // The user may have moved meanwhile.
    if (active.value !== index) return
    active.value = moved ?? -1
    if (moved === null) return
    scrollToRow(countRowsAbove() + moved - index)
    if (!(await hasRowAt(moved, key)) && active.value === moved) active.value = -1
  }

  async function hasRowAt(index: number, key: string | null): Promise<boolean> {
    await until(() => rows.rowAt(index) !== undefined || index >= count()).toBe(true)
    const row = rows.rowAt(index)
    return row !== undefined && rowKey(row) === key
  }

  return { active, activate, isSelected, clickRow, clickCheckbox, onKey, continueAtRow }
}
