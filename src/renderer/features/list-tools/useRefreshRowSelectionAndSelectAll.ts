import { computed, shallowRef, watch, type Ref } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import { useThrottled } from '#renderer/composables/useThrottled.ts'
import type { RowWithFilterMatch, RowSelectionStore } from '#renderer/stores/create-row-selection.ts'
import type { LoadPage } from '#renderer/ui/table/paged-rows.ts'

const atOnce = 500
const pauseMs = 2000

interface RowName {
  accountId: string
  name: string
}

interface SelectableList<Row, Filter> {
  selection: RowSelectionStore<Row>
  /** Reads the stored rows of at most 500 names, and whether they match the filter. */
  loadNamed: (names: RowName[], filter: Filter) => Promise<readonly RowWithFilterMatch<Row>[]>
  filter: Readonly<Ref<Filter>>
  /** Changes when the query changes. */
  queryKey: Readonly<Ref<string>>
  /** Changes when the stored rows may have changed. */
  version: Readonly<Ref<number>>
  load: LoadPage<Row>
  /** Number of rows that match the filters; null until counted. */
  matching: Readonly<Ref<number | null>>
  /** Asks before the last row is deselected, which closes the drawer for the selected rows. */
  mayEmpty?: () => Promise<boolean>
}

/**
 * Refreshes the selected rows when the stored rows or the filters change. Selected rows that no longer match the
 * filters stay selected. Also selects or deselects all rows that match the filters.
 */
export function useRefreshRowSelectionAndSelectAll<Row extends RowName, Filter>({
  selection,
  loadNamed,
  filter,
  queryKey,
  version,
  load,
  matching,
  mayEmpty = () => Promise.resolve(true),
}: SelectableList<Row, Filter>) {
  const isLoadingMatching = shallowRef(false)
  /** Why the matching rows could not be loaded. */
  const error = shallowRef<AppError | null>(null)
  /** The query of the last refresh. A refresh finds out which selected rows match the filters. */
  const refreshedForQuery = shallowRef<string | null>(null)
  /** What `retry` runs. */
  let failedAction: () => Promise<unknown> = selectAll
  let turn = 0
  let isRefreshing = false
  let isRefreshRequested = false

  const isSelectionCurrent = computed(() => selection.count === 0 || refreshedForQuery.value === queryKey.value)
  const all = computed(() => {
    if (selection.shownSelectedCount === 0) return 'none'
    return isSelectionCurrent.value && selection.shownSelectedCount >= (matching.value ?? Number.POSITIVE_INFINITY)
      ? 'all'
      : 'some'
  })

  async function refreshSelectedRows(): Promise<void> {
    const asked = selection.rows
    const [before, through] = [queryKey.value, filter.value]
    const found: RowWithFilterMatch<Row>[] = []
    for (let start = 0; start < asked.length; start += atOnce) {
      const names = asked.slice(start, start + atOnce).map(({ accountId, name }) => ({ accountId, name }))
      found.push(...(await loadNamed(names, through)))
    }
    // The filters changed during the query, and another refresh is already requested.
    if (before !== queryKey.value) return
    selection.update(asked, found)
    refreshedForQuery.value = before
  }

  /** Reloads the selected rows, one refresh at a time. On an error, the selection does not change. */
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

  /**
   * Returns the rows that match the filters, at most `maxSelected`. Null on an error, after `stop`, and when the
   * query changed. After an error, `retry` runs `action` again.
   */
  async function loadMatching(action: () => Promise<unknown>): Promise<Row[] | null> {
    const mine = (turn += 1)
    const asked = queryKey.value
    const rows: Row[] = []
    let listId: number | null = null
    isLoadingMatching.value = true
    error.value = null
    try {
      for (;;) {
        const page: PageOf<Row> = await load(rows.length, atOnce, listId)
        listId = page.listId ?? null
        rows.push(...page.rows)
        if (mine !== turn || asked !== queryKey.value) return null
        if (page.rows.length < atOnce || rows.length >= selection.maxSelected) break
      }
      return rows.slice(0, selection.maxSelected)
    } catch (thrown) {
      if (mine === turn) {
        error.value = toAppError(thrown)
        failedAction = action
      }
      return null
    } finally {
      if (mine === turn) isLoadingMatching.value = false
    }
  }

  async function selectAll(): Promise<void> {
    const rows = await loadMatching(selectAll)
    if (rows) selection.setSelected(rows, true)
  }

  /** Runs again what failed with `error`. */
  function retry(): void {
    void failedAction()
  }

  /** Stops `loadMatching` and `selectAll`. Rows that are still loading are not selected. */
  function stop(): void {
    turn += 1
    isLoadingMatching.value = false
  }

  async function toggleAll(): Promise<void> {
    // Rows are deselected only when it is known which selected rows match the filters.
    if (!isSelectionCurrent.value || !(all.value === 'all' || selection.isFull)) void selectAll()
    else if (selection.shownSelectedCount < selection.count || (await mayEmpty())) selection.deselectShown()
  }

  async function set(rows: readonly Row[], isOn: boolean): Promise<void> {
    const isEmptied = !isOn && selection.count > 0 && rows.filter(selection.has).length === selection.count
    if (!isEmptied || (await mayEmpty())) selection.setSelected(rows, isOn)
  }

  watch(queryKey, () => {
    error.value = null
    void refresh()
  })
  watch(
    version,
    useThrottled(() => void refresh(), pauseMs),
  )
  void refresh()

  return { all, isLoadingMatching, error, loadMatching, selectAll, retry, stop, set, toggleAll }
}
