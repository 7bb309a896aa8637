import { computed, onScopeDispose, shallowRef, triggerRef, type ComputedRef, type ShallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'

export const loadedPageSize = 100
const rangeAtOnce = 500
/** Number of scroll steps to load in advance, each as long as the last step. */
const stepsAhead = 4
/** Maximum number of loaded pages, so that a long list does not use more memory. */
const maxPages = 20

/**
 * Loads one page. `listId`: the ID that came with an earlier page, so that all pages are parts of the same list; null
 * starts a new list. A source that holds all its rows ignores it.
 */
export type LoadPage<Row> = (offset: number, limit: number, listId: number | null) => Promise<PageOf<Row>>

export interface PagedRows<Row> {
  /** Null until the first page has loaded. */
  total: ComputedRef<number | null>
  error: ShallowRef<AppError | null>
  /** True while rows of an earlier query are shown, because the current query has no answer yet. */
  isEarlierQuery: ShallowRef<boolean>
  isLoading: ComputedRef<boolean>
  /** Undefined while the page of the row is loading. */
  rowAt: (index: number) => Row | undefined
  /**
   * Returns at most `maxRows` rows between two indexes, in either order of the indexes. Empty if the query changed
   * meanwhile.
   */
  loadRowsBetween: (one: number, other: number, maxRows: number) => Promise<Row[]>
  /** Loads the pages of this range that are neither loaded nor loading, and the pages that scrolling reaches next. */
  requestRange: (first: number, last: number) => void
  /**
   * Loads the visible pages again. Old rows stay visible until all these pages have loaded. `hasQueryChanged`: loading
   * starts at the first row. If only the rows changed, pages that are already loading are shown first. Otherwise, rows
   * that change faster than they load would never be shown.
   */
  reload: (hasQueryChanged: boolean) => void
}

/** The pages of one list. */
interface List<Row> {
  /** Undefined until the first page has loaded. */
  id: number | null | undefined
  total: number | null
  pages: Map<number, Row[]>
  /** Pages that are loaded or loading. */
  requested: Set<number>
}

/**
 * Creates rows that load in pages on demand. Answers of an older list are dropped. Each `load` must end, because a
 * reload waits for it. `onPage` receives every page that is shown, or null if a query failed and its rows are unknown.
 */
export function createPagedRows<Row>(
  load: LoadPage<Row>,
  onPage: (page: PageOf<Row> | null) => void = () => undefined,
): PagedRows<Row> {
  /** The list whose rows are visible. */
  const shown = shallowRef<List<Row>>(emptyList())
  /** The list that loads: `shown`, or after a reload the list that replaces it. */
  let list = shown.value
  const error = shallowRef<AppError | null>(null)
  const pending = shallowRef(0)
  const isEarlierQuery = shallowRef(false)
  /** Counts changes of the query only. `loadRowsBetween` continues when rows change under the same query. */
  let queryNumber = 0
  let wanted: [number, number] = [0, 0]
  /** Number of rows by which `wanted` moved last. A second step of about that length is scrolling, not a jump. */
  let lastStep = 0
  let isReloadDue = false
  let isClosed = false

  async function fetchPage(page: number): Promise<void> {
    const mine = list
    mine.requested.add(page)
    pending.value += 1
    try {
      const answer = await load(page * loadedPageSize, loadedPageSize, mine.id ?? null)
      if (mine !== list || isClosed) return
      takePage(page, answer)
    } catch (thrown) {
      if (mine !== list || isClosed) return
      mine.requested.delete(page)
      if (isEarlierQuery.value) {
        show(mine)
        onPage(null)
      }
      error.value = toAppError(thrown)
    } finally {
      pending.value -= 1
      if (isReloadDue && pending.value === 0) reload(false)
    }
  }

  function takePage(page: number, answer: PageOf<Row>): void {
    const id = answer.listId ?? null
    const isFirst = list.id === undefined
    // The main process no longer had the list and started a new one.
    if (!isFirst && list.id !== id) list = emptyList(page)
    list.id = id
    list.total = answer.total
    list.pages.set(page, answer.rows)
    error.value = null
    dropFarPages(list)
    if (isFirst || list !== shown.value) fetchWanted()
    if (list !== shown.value && !isWantedLoaded()) return triggerRef(shown)
    show(list)
    onPage(answer)
  }

  function show(next: List<Row>): void {
    shown.value = next
    isEarlierQuery.value = false
    triggerRef(shown)
  }

  function lastPage(): number {
    return list.total === null ? Number.POSITIVE_INFINITY : Math.max(0, Math.ceil(list.total / loadedPageSize) - 1)
  }

  function pagesOf([first, last]: readonly [number, number]): number[] {
    const [from, to] = [first, last].map((index) =>
      Math.min(Math.max(0, Math.floor(index / loadedPageSize)), lastPage()),
    )
    return from === undefined || to === undefined || to < from
      ? []
      : Array.from({ length: to - from + 1 }, (_, index) => from + index)
  }

  function isWantedLoaded(): boolean {
    return pagesOf(wanted).every((page) => list.pages.has(page))
  }

  function fetchMissing(pages: readonly number[]): void {
    for (const page of pages) if (!list.requested.has(page)) void fetchPage(page)
  }

  /** The first page returns the ID of the list, so the other pages are requested after it. */
  function fetchWanted(): void {
    if (list.id !== undefined) fetchMissing(pagesOf(wanted))
    else if (list.requested.size === 0) fetchMissing(pagesOf([wanted[0], wanted[0]]))
  }

  function requestRange(first: number, last: number): void {
    const step = first - wanted[0]
    const isScrolling = step * lastStep > 0 && Math.abs(step) <= 2 * Math.abs(lastStep)
    lastStep = step
    wanted = [first, last]
    fetchWanted()
    if (list.id === undefined || !isScrolling) return
    for (let ahead = 1; ahead <= stepsAhead; ahead += 1)
      fetchMissing(pagesOf([first + ahead * step, last + ahead * step]))
  }

  function reload(hasQueryChanged: boolean): void {
    isReloadDue = !hasQueryChanged && pending.value > 0
    if (isReloadDue || isClosed) return
    list = emptyList()
    if (hasQueryChanged) {
      isEarlierQuery.value = true
      queryNumber += 1
      wanted = [0, wanted[1] - wanted[0]]
    }
    fetchWanted()
  }

  function rowAt(index: number): Row | undefined {
    const page = Math.floor(index / loadedPageSize)
    // Rows that the shown list never loaded are taken from its replacement, if both answer the same query.
    const rows = shown.value.pages.get(page) ?? (isEarlierQuery.value ? undefined : list.pages.get(page))
    return rows?.[index % loadedPageSize]
  }

  async function loadRowsBetween(one: number, other: number, maxRows: number): Promise<Row[]> {
    const mine = queryNumber
    const start = Math.min(one, other)
    const size = Math.min(Math.abs(one - other) + 1, maxRows)
    const found: Row[] = []
    while (found.length < size) {
      const index = start + found.length
      const row = rowAt(index)
      if (row !== undefined) {
        found.push(row)
        continue
      }
      const answer = await load(index, Math.min(rangeAtOnce, size - found.length), shown.value.id ?? null)
      if (mine !== queryNumber) return []
      if (answer.rows.length === 0) break
      found.push(...answer.rows)
    }
    return found
  }

  function dropFarPages({ pages, requested }: List<Row>): void {
    if (pages.size <= maxPages) return
    const middle = (wanted[0] + wanted[1]) / 2 / loadedPageSize
    const [farthest] = [...pages.keys()].sort((one, other) => Math.abs(other - middle) - Math.abs(one - middle))
    if (farthest === undefined) return
    pages.delete(farthest)
    requested.delete(farthest)
  }

  onScopeDispose(() => {
    isClosed = true
    isReloadDue = false
  })

  return {
    total: computed(() => shown.value.total),
    error,
    isEarlierQuery,
    isLoading: computed(() => pending.value > 0),
    rowAt,
    loadRowsBetween,
    requestRange,
    reload,
  }
}

function emptyList<Row>(...requested: number[]): List<Row> {
  return { id: undefined, total: null, pages: new Map(), requested: new Set(requested) }
}
