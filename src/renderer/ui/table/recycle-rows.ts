import { shallowRef, type ShallowRef } from 'vue'

/** What a place among the rendered rows shows. */
export interface PlacedRow<Row> {
  index: number
  /** Undefined while the row loads. */
  row: Row | undefined
  /** The keyboard acts on the row. */
  isActive: boolean
  /** The pointer or the keyboard is on the row, so its tooltips may be read. */
  hasTitles: boolean
}

export type RowPlace<Row> = ShallowRef<PlacedRow<Row>>

export interface VisibleRange<Row> {
  first: number
  last: number
  rowAt: (index: number) => Row | undefined
  active: number
  hovered: number
}

/**
 * The places of the rendered rows. A row that scrolls into view takes the place of one that left, so that its elements are
 * reused, and only the places whose row changes are rendered.
 */
export function createRowPlaces<Row>(): {
  places: ShallowRef<RowPlace<Row>[]>
  show: (range: VisibleRange<Row>) => void
} {
  const places = shallowRef<RowPlace<Row>[]>([])
  // Plain copies, so that an effect that calls `show` does not depend on what it changes.
  let current: RowPlace<Row>[] = []
  const placed: PlacedRow<Row>[] = []

  function show({ first, last, rowAt, active, hovered }: VisibleRange<Row>): void {
    const size = Math.max(0, last - first + 1)
    const isOtherSize = size !== current.length
    if (isOtherSize) current = current.slice(0, size)
    placed.length = size
    for (let index = first; index <= last; index += 1) {
      const place = index % size
      const isActive = index === active
      const next = { index, row: rowAt(index), isActive, hasTitles: isActive || index === hovered }
      if (isSame(placed[place], next)) continue
      placed[place] = next
      const known = current[place]
      if (known === undefined) current[place] = shallowRef(next)
      else known.value = next
    }
    if (isOtherSize) places.value = current
  }

  return { places, show }
}

function isSame<Row>(one: PlacedRow<Row> | undefined, other: PlacedRow<Row>): boolean {
  return (
    one?.index === other.index &&
    one.row === other.row &&
    one.isActive === other.isActive &&
    one.hasTitles === other.hasTitles
  )
}
