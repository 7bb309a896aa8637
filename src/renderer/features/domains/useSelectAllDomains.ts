import { computed, shallowRef, watch, type Ref } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { DomainFilter, DomainRow } from '#shared/ipc/inventory.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import { app } from '#renderer/ipc-client.ts'
import { useThrottled } from '#renderer/composables/useThrottled.ts'
import { maxSelected, useDomainSelection } from './domain-selection.ts'

const atOnce = 500
const pauseMs = 2000

interface DomainListQuery {
  filter: Readonly<Ref<DomainFilter>>
  /** Changes when the query changes. */
  question: Readonly<Ref<string>>
  /** Changes when the stored rows may have changed. */
  version: Readonly<Ref<number>>
  load: (offset: number, limit: number) => Promise<PageOf<DomainRow>>
  /** Number of rows that match the filters; null until counted. */
  matching: Readonly<Ref<number | null>>
}

/** Keeps the selection consistent with the stored rows and the filters, and selects all rows of the filters. */
export function useSelectAllDomains({ filter, question, version, load, matching }: DomainListQuery) {
  const selection = useDomainSelection()
  const isSelectingAll = shallowRef(false)
  /** Why not all rows could be selected. */
  const error = shallowRef<AppError | null>(null)
  /** For which question it was last looked which of the ticked rows the filters leave. */
  const refreshedForQuery = shallowRef<string | null>(null)
  let turn = 0
  let isRefreshing = false
  let isRefreshRequested = false

  const isSelectionCurrent = computed(() => selection.count === 0 || refreshedForQuery.value === question.value)
  const all = computed(() => {
    if (selection.listed === 0) return 'none'
    return isSelectionCurrent.value && selection.listed >= (matching.value ?? Number.POSITIVE_INFINITY) ? 'all' : 'some'
  })

  async function refreshSelectedRows(): Promise<void> {
    const asked = selection.rows
    const [before, through] = [question.value, filter.value]
    const found: { row: DomainRow; isListed: boolean }[] = []
    for (let start = 0; start < asked.length; start += atOnce) {
      const names = asked.slice(start, start + atOnce).map(({ accountId, name }) => ({ accountId, name }))
      found.push(...(await app.inventory.namedDomains({ names, filter: through })))
    }
    // With other filters by now, the next look waits already.
    if (before !== question.value) return
    selection.update(asked, found)
    refreshedForQuery.value = before
  }

  /** Asks the store again; one look at a time. What cannot be looked at stays as it is. */
  async function refresh(): Promise<void> {
    isRefreshRequested = true
    if (isRefreshing) return
    isRefreshing = true
    while (isRefreshRequested) {
      isRefreshRequested = false
      await refreshSelectedRows().catch(() => undefined)
    }
    isRefreshing = false
  }

  /** Whether all was ticked: not when it failed, or was stopped, or something else is asked for by now. */
  async function selectAll(): Promise<boolean> {
    const mine = (turn += 1)
    const asked = question.value
    const rows: DomainRow[] = []
    isSelectingAll.value = true
    error.value = null
    try {
      for (;;) {
        const page = await load(rows.length, atOnce)
        rows.push(...page.rows)
        if (mine !== turn || asked !== question.value) return false
        if (page.rows.length < atOnce || rows.length >= maxSelected) break
      }
      selection.set(rows, true)
      return true
    } catch (thrown) {
      if (mine === turn) error.value = toAppError(thrown)
      return false
    } finally {
      if (mine === turn) isSelectingAll.value = false
    }
  }

  /** What is still being read is not ticked any more. */
  function stop(): void {
    turn += 1
    isSelectingAll.value = false
  }

  function toggleAll(): void {
    // Before it is known which of them the list shows, nothing is unticked.
    if (isSelectionCurrent.value && (all.value === 'all' || selection.isFull)) selection.unsetListed()
    else void selectAll()
  }

  watch(question, () => void refresh())
  watch(
    version,
    useThrottled(() => void refresh(), pauseMs),
  )
  void refresh()

  return { all, isSelectingAll, error, selectAll, stop, toggleAll }
}
