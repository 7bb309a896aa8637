import { computed, onScopeDispose, shallowRef, triggerRef, type ComputedRef, type ShallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'

export const pageSize = 100
const rangeAtOnce = 500
/** While the user scrolls, the pages that the next steps reach are loaded: as many steps, each as long as the last one. */
const stepsAhead = 4
/** More pages are never kept: the memory of the window does not grow with the list. */
const maxPages = 20

/**
 * Loads rows. `listId`: the list of an earlier page, so that pages are of one list; null asks for a new list. A source that
 * holds all its rows ignores it.
 */
export type LoadPage<Row> = (offset: number, limit: number, listId: number | null) => Promise<PageOf<Row>>

export interface PagedRows<Row> {
  /** Null until the first page has loaded. */
  total: ComputedRef<number | null>
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
  loadRowsBetween: (one: number, other: number, most: number) => Promise<Row[]>
  /** Loads the pages of this range that are neither loaded nor loading, and the pages that scrolling reaches next. */
  requestRange: (first: number, last: number) => void
  /**
   * Loads the wanted pages of a new list; old rows stay visible until all of them are there. `isOther`: the query changed,
   * so that loading starts at the first row. Else, pages that are loading are shown first: rows that change more often
   * than they can be loaded would otherwise never be shown.
   */
  reload: (isOther: boolean) => void
}

/** The pages of one list. */
interface List<Row> {
  /** Undefined until the first page has loaded. */
  id: number | null | undefined
  total: number | null
  pages: Map<number, Row[]>
  /** Pages that are loaded or loading. */
  asked: Set<number>
}

/**
 * Creates rows that load in pages on demand. Answers of an older list are dropped. Each `load` must end, because a reload
 * waits for it. `onPage`: called with every page that is shown from then on, and with null when a query fails and its rows
 * are not known.
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
  /** By how many rows `wanted` moved last. A second step of about that length is scrolling, not a jump. */
  let lastStep = 0
  let isReloadDue = false
  let isClosed = false

  async function fetchPage(page: number): Promise<void> {
    const mine = list
    mine.asked.add(page)
    pending.value += 1
    try {
      const answer = await load(page * pageSize, pageSize, mine.id ?? null)
      if (mine !== list || isClosed) return
      takePage(page, answer)
    } catch (thrown) {
      if (mine !== list || isClosed) return
      mine.asked.delete(page)
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
    // The list is no longer kept, and this page is of another one.
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
    return list.total === null ? Number.POSITIVE_INFINITY : Math.max(0, Math.ceil(list.total / pageSize) - 1)
  }

  function pagesOf([first, last]: readonly [number, number]): number[] {
    const [from, to] = [first, last].map((index) => Math.min(Math.max(0, Math.floor(index / pageSize)), lastPage()))
    return from === undefined || to === undefined || to < from
      ? []
      : Array.from({ length: to - from + 1 }, (_, index) => from + index)
  }

  function isWantedLoaded(): boolean {
    return pagesOf(wanted).every((page) => list.pages.has(page))
  }

  function fetchMissing(pages: readonly number[]): void {
    for (const page of pages) if (!list.asked.has(page)) void fetchPage(page)
  }

  /** The first answer names the list, so the other pages wait for it. */
  function fetchWanted(): void {
    if (list.id !== undefined) fetchMissing(pagesOf(wanted))
    else if (list.asked.size === 0) fetchMissing(pagesOf([wanted[0], wanted[0]]))
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

  function reload(isOther: boolean): void {
    isReloadDue = !isOther && pending.value > 0
    if (isReloadDue || isClosed) return
    list = emptyList()
    if (isOther) {
      isEarlierQuery.value = true
      queryNumber += 1
      wanted = [0, wanted[1] - wanted[0]]
    }
    fetchWanted()
  }

  function rowAt(index: number): Row | undefined {
    const page = Math.floor(index / pageSize)
    // Rows that were never shown are taken from the list that replaces the shown one.
    const rows = shown.value.pages.get(page) ?? (isEarlierQuery.value ? undefined : list.pages.get(page))
    return rows?.[index % pageSize]
  }

  async function loadRowsBetween(one: number, other: number, most: number): Promise<Row[]> {
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
      const answer = await load(index, Math.min(rangeAtOnce, size - found.length), shown.value.id ?? null)
      if (mine !== queryNumber) return []
      if (answer.rows.length === 0) break
      found.push(...answer.rows)
    }
    return found
  }

  function dropFarPages({ pages, asked }: List<Row>): void {
    if (pages.size <= maxPages) return
    const middle = (wanted[0] + wanted[1]) / 2 / pageSize
    const [farthest] = [...pages.keys()].sort((one, other) => Math.abs(other - middle) - Math.abs(one - middle))
    if (farthest === undefined) return
    pages.delete(farthest)
    asked.delete(farthest)
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

function emptyList<Row>(...asked: number[]): List<Row> {
  return { id: undefined, total: null, pages: new Map(), asked: new Set(asked) }
}
