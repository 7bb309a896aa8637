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

export interface VisibleRange<Row> {
  first: number
  last: number
  rowAt: (index: number) => Row | undefined
  active: number
  hovered: number
}

/**
 * The slots of the rendered rows. A row that scrolls into view takes the slot of one that left, so that its elements are
 * reused, and only the slots whose row changes are rendered.
 */
export function createRowSlots<Row>(): { slots: ShallowRef<RowSlot<Row>[]>; show: (range: VisibleRange<Row>) => void } {
  const slots = shallowRef<RowSlot<Row>[]>([])
  // Plain copies, so that an effect that calls `show` does not depend on what it changes.
  let current: RowSlot<Row>[] = []
  const contents: RowSlotContent<Row>[] = []

  function show({ first, last, rowAt, active, hovered }: VisibleRange<Row>): void {
    const size = Math.max(0, last - first + 1)
    const isOtherSize = size !== current.length
    if (isOtherSize) current = current.slice(0, size)
    contents.length = size
    for (let index = first; index <= last; index += 1) {
      const slot = index % size
      const isActive = index === active
      const next = { index, row: rowAt(index), isActive, hasTitles: isActive || index === hovered }
      if (isSame(contents[slot], next)) continue
      contents[slot] = next
      const known = current[slot]
      if (known === undefined) current[slot] = shallowRef(next)
      else known.value = next
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
