import { shallowRef, type ShallowRef } from 'vue'

/** What a slot among the rendered rows shows. */
export interface RowSlotContent<Row> {
  index: number
  /** Undefined while the row loads. */
  row: Row | undefined
  /** The keyboard acts on the row. */
  isActive: boolean
  /** The pointer or the keyboard is on the row, so its tooltips may be read. */
  hasTitles: boolean
}

export type RowSlot<Row> = ShallowRef<RowSlotContent<Row>>

export interface RenderedRows<Row> {
  first: number
  last: number
  rowAt: (index: number) => Row | undefined
  active: number
  hovered: number
}

/**
 * The slots of the rendered rows. A row that scrolls into view takes the slot of one that left, so that its elements
 * are reused, and only the slots whose row changes are rendered.
 */
export function createRowSlots<Row>(): {
  slots: ShallowRef<readonly RowSlot<Row>[]>
  show: (rows: RenderedRows<Row>) => void
} {
  const slots = shallowRef<readonly RowSlot<Row>[]>([])
  // Not reactive. Otherwise an effect that calls `show` would depend on `slots`, which it changes itself.
  let current: RowSlot<Row>[] = []
  let contents: RowSlotContent<Row>[] = []

  function show({ first, last, rowAt, active, hovered }: RenderedRows<Row>): void {
    const size = Math.max(0, last - first + 1)
    const isOtherSize = size !== current.length
    if (isOtherSize) {
      current = current.slice(0, size)
      contents = contents.slice(0, size)
    }
    const shown = new Set(contents.map(({ index }) => index))
    let next = first
    for (let slot = 0; slot < size; slot += 1) {
      const before = contents[slot]
      const isKept = before !== undefined && before.index >= first && before.index <= last
      if (!isKept) while (shown.has(next)) next += 1
      const index = isKept ? before.index : next++
      const isActive = index === active
      const content = { index, row: rowAt(index), isActive, hasTitles: isActive || index === hovered }
      if (isSame(before, content)) continue
      contents[slot] = content
      const known = current[slot]
      if (known === undefined) current[slot] = shallowRef(content)
      else known.value = content
    }
    if (isOtherSize) slots.value = current
  }

  return { slots, show }
}

function isSame<Row>(one: RowSlotContent<Row> | undefined, other: RowSlotContent<Row>): boolean {
  return (
    one?.index === other.index &&
    one.row === other.row &&
    one.isActive === other.isActive &&
    one.hasTitles === other.hasTitles
  )
}
