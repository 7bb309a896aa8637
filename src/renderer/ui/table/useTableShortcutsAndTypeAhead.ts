import type { TableRowSelection } from './table-row-selection-interface.ts'
import { createTypeAhead } from './type-ahead.ts'

/** The place where the context menu of a row opens. Positions in px of the window. */
export interface RowMenuRequest<Row> {
  row: Row
  /** The column of the cell under the pointer; null for the keyboard. */
  column: string | null
  x: number
  y: number
}

export interface TableShortcutsOptions<Row> {
  active: () => number
  rowAt: (index: number) => Row | undefined
  rowSelection: () => TableRowSelection<Row> | undefined
  activate: (index: number) => void
  /** Searches a row whose name begins with a text, from an index on. Undefined: the table cannot search. */
  findIndex: () => ((prefix: string, from: number) => Promise<number | null>) | undefined
  copyNames: (row: Row | null) => void
  openMenu: (index: number) => void
}

/**
 * The keys of a table that do not move the active row by a fixed distance: select all, copy, context menu, and letters
 * of a name.
 */
export function useTableShortcutsAndTypeAhead<Row>({
  active,
  rowAt,
  rowSelection,
  activate,
  findIndex,
  copyNames,
  openMenu,
}: TableShortcutsOptions<Row>) {
  const typeAhead = createTypeAhead()
  let searches = 0

  async function moveToName(event: KeyboardEvent, find: NonNullable<ReturnType<typeof findIndex>>): Promise<void> {
    const typed = typeAhead(event)
    if (typed === null) return
    const mine = (searches += 1)
    const index = await find(typed.text, Math.max(0, typed.mayStay ? active() : active() + 1)).catch(() => null)
    if (mine === searches && index !== null) activate(index)
  }

  /** Returns true if this function handled the key. */
  function onKey(event: KeyboardEvent): boolean {
    const isCommand = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    const find = findIndex()
    if (isCommand && !event.altKey && !event.shiftKey && key === 'a') void rowSelection()?.selectAll()
    else if (isCommand && !event.altKey && !event.shiftKey && key === 'c') {
      // The browser copies text that the user marked.
      if (hasTextSelection()) return false
      copyNames(rowAt(active()) ?? null)
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openMenu(active())
    else if (!isCommand && !event.altKey && find && [...event.key].length === 1 && event.key !== ' ')
      void moveToName(event, find)
    else return false
    event.preventDefault()
    return true
  }

  return { onKey }
}

/** Returns true if the user marked text of the page. */
export function hasTextSelection(): boolean {
  const marked = window.getSelection()
  return marked !== null && !marked.isCollapsed && marked.toString() !== ''
}
