import { computed, shallowRef } from 'vue'
import { getResourceKey } from '#shared/get-resource-key.ts'

interface SelectableRow {
  accountId: string
  name: string
  goneSince: number | null
}

export interface RowWithFilterMatch<Row> {
  row: Row
  matchesFilter: boolean
}

/** The selected rows of a list, as a store exposes them. */
export interface RowSelectionStore<Row> {
  /** In the order of selection. */
  readonly rows: Row[]
  readonly count: number
  readonly isFull: boolean
  /** Number of selected rows that the current filters show. */
  readonly shownSelectedCount: number
  /** How many of the rows that the current filters show may be selected. Hidden selected rows use up `maxSelected`. */
  readonly maxSelectedAmongShown: number
  readonly maxSelected: number
  has(row: Row): boolean
  /** Selects or deselects rows; rows beyond `maxSelected` are not selected. */
  setSelected(changed: readonly Row[], isOn: boolean): void
  deselectShown(): void
  clear(): void
  /**
   * Updates the rows of `asked` with the stored rows in `found`. Rows that are no longer stored or gone since are
   * deselected. Changes of the selection in the meantime are kept.
   */
  update(asked: readonly Row[], found: readonly RowWithFilterMatch<Row>[]): void
}

/**
 * Creates the selection of a list, independent of the filters of the list. `mustDeselect`: whether a row is deselected
 * because of what changed since it was selected.
 */
export function createRowSelection<Row extends SelectableRow>({
  maxSelected,
  mustDeselect = () => false,
}: {
  maxSelected: number
  mustDeselect?: (before: Row, after: Row) => boolean
}) {
  const chosen = shallowRef<ReadonlyMap<string, Row>>(new Map())
  /** Keys of selected rows that the current filters hide. */
  const hiddenKeys = shallowRef<ReadonlySet<string>>(new Set())

  const rows = computed(() => [...chosen.value.values()])
  const count = computed(() => chosen.value.size)
  const isFull = computed(() => count.value >= maxSelected)
  const shownSelectedCount = computed(() => count.value - hiddenKeys.value.size)
  const maxSelectedAmongShown = computed(() => maxSelected - hiddenKeys.value.size)

  function has(row: Row): boolean {
    return chosen.value.has(getResourceKey(row))
  }

  function setSelected(changed: readonly Row[], isOn: boolean): void {
    const next = new Map(chosen.value)
    const nextHiddenKeys = new Set(hiddenKeys.value)
    for (const row of changed) {
      const key = getResourceKey(row)
      if (!isOn) next.delete(key)
      else if (next.has(key) || next.size < maxSelected) next.set(key, row)
      nextHiddenKeys.delete(key)
    }
    chosen.value = next
    hiddenKeys.value = nextHiddenKeys
  }

  function deselectShown(): void {
    setSelected(
      rows.value.filter((row) => !hiddenKeys.value.has(getResourceKey(row))),
      false,
    )
  }

  function clear(): void {
    chosen.value = new Map()
    hiddenKeys.value = new Set()
  }

  function update(asked: readonly Row[], found: readonly RowWithFilterMatch<Row>[]): void {
    const foundByKey = new Map(found.map((each) => [getResourceKey(each.row), each]))
    const next = new Map(chosen.value)
    const nextHiddenKeys = new Set(hiddenKeys.value)
    for (const before of asked) {
      const key = getResourceKey(before)
      const after = foundByKey.get(key)
      nextHiddenKeys.delete(key)
      if (!next.has(key)) continue
      if (after === undefined || mustDeselect(before, after.row) || isGoneSince(before, after.row)) next.delete(key)
      else {
        next.set(key, after.row)
        if (!after.matchesFilter) nextHiddenKeys.add(key)
      }
    }
    chosen.value = next
    hiddenKeys.value = nextHiddenKeys
  }

  return {
    rows,
    count,
    isFull,
    shownSelectedCount,
    maxSelectedAmongShown,
    maxSelected,
    has,
    setSelected,
    deselectShown,
    clear,
    update,
  }
}

function isGoneSince(before: SelectableRow, after: SelectableRow): boolean {
  return before.goneSince === null && after.goneSince !== null
}
