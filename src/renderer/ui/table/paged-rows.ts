import { computed, onScopeDispose, shallowRef, triggerRef, type ComputedRef, type ShallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'

export const pageSize = 100
const rangeAtOnce = 500

export interface PagedRows<Row> {
  /** Null until the first page has loaded. */
  total: ShallowRef<number | null>
  error: ShallowRef<AppError | null>
  /** True while rows of an earlier query are shown, because the present query has no answer yet. */
  isEarlierQuery: ShallowRef<boolean>
  isLoading: ComputedRef<boolean>
  /** Undefined while the page of the row is loading. */
  rowAt: (index: number) => Row | undefined
  /**
   * Returns at most `most` rows between two indexes, in either order of the indexes. Empty if the query changed
   * meanwhile.
   */
  between: (one: number, other: number, most: number) => Promise<Row[]>
  /** Loads the pages of this range that are neither loaded nor loading. */
  want: (first: number, last: number) => void
  /**
   * Reloads the wanted pages; old rows stay visible until the first answer. `isOther`: the query changed, so that the
   * first answer replaces all old rows and loading starts at the first row. Else, pages that are loading are shown first:
   * rows that change more often than they can be loaded would otherwise never be shown.
   */
  reload: (isOther: boolean) => void
}

/**
 * Creates rows that load in pages on demand. Answers to an older query are dropped. Each `load` must end, because a reload
 * waits for it. `onPage`: called with every page
 * that is shown from then on, and with null when a query fails and its rows are not known.
 */
export function createPagedRows<Row>(
  load: (offset: number, limit: number) => Promise<PageOf<Row>>,
  onPage: (page: PageOf<Row> | null) => void = () => undefined,
): PagedRows<Row> {
  const pages = shallowRef(new Map<number, Row[]>())
  const total = shallowRef<number | null>(null)
  const error = shallowRef<AppError | null>(null)
  const pending = shallowRef(0)
  let fresh = new Set<number>()
  /** Increases with every reload, so that results of earlier loads are dropped. */
  let loadNumber = 0
  const isEarlierQuery = shallowRef(false)
  /** Counts changes of the query only. `between` continues when rows change under the same query. */
  let queryNumber = 0
  let wanted: [number, number] = [0, 0]
  let isReloadDue = false

  async function fetchPage(page: number): Promise<void> {
    const mine = loadNumber
    fresh.add(page)
    pending.value += 1
    try {
      const answer = await load(page * pageSize, pageSize)
      if (mine !== loadNumber) return
      dropOtherRows()
      pages.value.set(page, answer.rows)
      total.value = answer.total
      error.value = null
      triggerRef(pages)
      onPage(answer)
    } catch (thrown) {
      if (mine !== loadNumber) return
      if (isEarlierQuery.value) onPage(null)
      dropOtherRows()
      fresh.delete(page)
      error.value = toAppError(thrown)
    } finally {
      pending.value -= 1
      if (isReloadDue && pending.value === 0) reload(false)
    }
  }

  function want(first: number, last: number): void {
    wanted = [first, last]
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1) {
      if (!fresh.has(page)) void fetchPage(page)
    }
  }

  function reload(isOther: boolean): void {
    isReloadDue = !isOther && pending.value > 0
    if (isReloadDue) return
    loadNumber += 1
    fresh = new Set()
    if (isOther) {
      isEarlierQuery.value = true
      queryNumber += 1
      wanted = [0, 0]
    }
    dropFarPages()
    want(...wanted)
  }

  function rowAt(index: number): Row | undefined {
    return pages.value.get(Math.floor(index / pageSize))?.[index % pageSize]
  }

  async function between(one: number, other: number, most: number): Promise<Row[]> {
    const mine = queryNumber
    const start = Math.min(one, other)
    const size = Math.min(Math.abs(one - other) + 1, most)
    const found: Row[] = []
    while (found.length < size) {
      const index = start + found.length
      const row = rowAt(index)
      if (row !== undefined) {
        found.push(row)
        continue
      }
      const answer = await load(index, Math.min(rangeAtOnce, size - found.length))
      if (mine !== queryNumber) return []
      if (answer.rows.length === 0) break
      found.push(...answer.rows)
    }
    return found
  }

  function dropOtherRows(): void {
    if (isEarlierQuery.value) pages.value = new Map()
    isEarlierQuery.value = false
  }

  /** Drops pages out of view, because they would be stale when scrolled back into view. */
  function dropFarPages(): void {
    const [first, last] = wanted.map((index) => Math.floor(index / pageSize)) as [number, number]
    pages.value = new Map([...pages.value].filter(([page]) => page >= first && page <= last))
  }

  onScopeDispose(() => {
    loadNumber = Number.POSITIVE_INFINITY
    isReloadDue = false
  })

  return { total, error, isEarlierQuery, isLoading: computed(() => pending.value > 0), rowAt, between, want, reload }
}
