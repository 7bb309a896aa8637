import type { Ticking } from './ticking.ts'

/** What a table tells of its rows. Undefined: a row that has not come yet. */
export interface TickedRows<Row> {
  ticking(): Ticking<Row> | undefined
  rowAt(index: number): Row | undefined
  /** The rows from one place to another, in any order, at most so many. */
  between(from: number, to: number, most: number): Promise<Row[]>
  keyOf(row: Row): string
  /** Whether it can be ticked at all. */
  mayTick(row: Row): boolean
}

/** Ticks rows of a table one by one, in ranges, and on the way over them. */
export function createTicker<Row>({ ticking, rowAt, between, keyOf, mayTick }: TickedRows<Row>) {
  /** Where a range begins: the row that was ticked or unticked last. */
  let anchor: { index: number; key: string; isOn: boolean } | null = null

  /** Rows may have moved since; then there is nothing to begin with. */
  function anchorInPlace(): typeof anchor {
    if (anchor === null) return null
    const row = rowAt(anchor.index)
    return row === undefined || keyOf(row) === anchor.key ? anchor : null
  }

  /** A range does to all its rows what was done to the row that it begins with. */
  async function tick(index: number, isRange: boolean): Promise<void> {
    const ticks = ticking()
    const row = rowAt(index)
    if (!ticks || row === undefined || !mayTick(row)) return
    const from = isRange ? anchorInPlace() : null
    if (from === null) {
      anchor = { index, key: keyOf(row), isOn: !ticks.isTicked(row) }
      ticks.set([row], anchor.isOn)
      return
    }
    const range = await between(from.index, index, ticks.most)
    if (anchor === from) ticks.set(range.filter(mayTick), from.isOn)
  }

  /** Ticks the row that is left and the one that is reached. */
  function tickOnTheWay(left: number, reached: number): void {
    const rows = [left, reached].map(rowAt)
    ticking()?.set(rows.filter((row): row is Row => row !== undefined && mayTick(row)), true)
    const row = rowAt(reached)
    if (row !== undefined) anchor = { index: reached, key: keyOf(row), isOn: true }
  }

  /** The rows are others now: no range can begin where the last one did. */
  function forget(): void {
    anchor = null
  }

  return { tick, tickOnTheWay, forget }
}
