import { computed, onScopeDispose, shallowRef, triggerRef, type ComputedRef, type ShallowRef } from 'vue'
import type { AppError } from '#shared/app-error.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import { toAppError } from '#renderer/composables/useAsyncData.ts'

export const pageSize = 100
const rangeAtOnce = 500

export interface PagedRows<Row> {
  /** Null until the first page came. */
  total: ShallowRef<number | null>
  error: ShallowRef<AppError | null>
  isLoading: ComputedRef<boolean>
  /** Undefined while its page is on the way. */
  rowAt: (index: number) => Row | undefined
  /** At most `most` rows from one index to the other, in whatever order these are given; empty if the question changed meanwhile. */
  between: (one: number, other: number, most: number) => Promise<Row[]>
  /** Sees to it that the rows of this range are here or on the way. */
  want: (first: number, last: number) => void
  /**
   * Asks for everything again; rows stay on screen until the first answer. `isOther`: the question is another one, so that
   * then all old rows go at once, and the first ones are wanted.
   */
  reload: (isOther: boolean) => void
}

/** Rows in pages, fetched when wanted. Answers to an older question are dropped. */
export function createPagedRows<Row>(load: (offset: number, limit: number) => Promise<PageOf<Row>>): PagedRows<Row> {
  const pages = shallowRef(new Map<number, Row[]>())
  const total = shallowRef<number | null>(null)
  const error = shallowRef<AppError | null>(null)
  const pending = shallowRef(0)
  let fresh = new Set<number>()
  let question = 0
  let isOtherQuestion = false
  /** Counts other questions alone: a range is read on while rows change in place. */
  let topic = 0
  let wanted: [number, number] = [0, 0]

  async function fetchPage(page: number): Promise<void> {
    const mine = question
    fresh.add(page)
    pending.value += 1
    try {
      const answer = await load(page * pageSize, pageSize)
      if (mine !== question) return
      dropOtherRows()
      pages.value.set(page, answer.rows)
      total.value = answer.total
      error.value = null
      triggerRef(pages)
    } catch (thrown) {
      if (mine !== question) return
      dropOtherRows()
      fresh.delete(page)
      error.value = toAppError(thrown)
    } finally {
      pending.value -= 1
    }
  }

  function want(first: number, last: number): void {
    wanted = [first, last]
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1) {
      if (!fresh.has(page)) void fetchPage(page)
    }
  }

  function reload(isOther: boolean): void {
    question += 1
    fresh = new Set()
    if (isOther) {
      isOtherQuestion = true
      topic += 1
      wanted = [0, 0]
    }
    dropFarPages()
    want(...wanted)
  }

  function rowAt(index: number): Row | undefined {
    return pages.value.get(Math.floor(index / pageSize))?.[index % pageSize]
  }

  async function between(one: number, other: number, most: number): Promise<Row[]> {
    const mine = topic
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
      if (mine !== topic) return []
      if (answer.rows.length === 0) break
      found.push(...answer.rows)
    }
    return found
  }

  function dropOtherRows(): void {
    if (isOtherQuestion) pages.value = new Map()
    isOtherQuestion = false
  }

  /** Pages out of sight would be stale when they come back. */
  function dropFarPages(): void {
    const [first, last] = wanted.map((index) => Math.floor(index / pageSize)) as [number, number]
    pages.value = new Map([...pages.value].filter(([page]) => page >= first && page <= last))
  }

  onScopeDispose(() => {
    question = Number.POSITIVE_INFINITY
  })

  return {
    total,
    error,
    isLoading: computed(() => pending.value > 0),
    rowAt,
    between,
    want,
    reload,
  }
}
