import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import { automaticRefreshAgeMs } from '#renderer/composables/automatic-refresh-age.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useThrottledEventCount } from '#renderer/composables/useThrottledEventCount.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { fetchStatesOfPresentKeys, logsIncompleteBefore } from './summarize-log-fetch-state.ts'
import { loadExecutionLogPage, type LoadLogEntries, type ExecutionLogLine } from './load-execution-log-page.ts'
import { useLogFilters } from '#renderer/stores/log-filters.ts'
import { useFetchLogs } from '#renderer/composables/useFetchLogs.ts'

const settleMs = 600
const loadEntries: LoadLogEntries = (filter, offset, limit) => mainCommands.logs.page({ filter, offset, limit })
/** The stored execution log that matches the filters, and fetching more of it from the service. */
export function useExecutionLog() {
  const filters = useLogFilters()
  const accounts = useAccounts()
  const state = useAppState()
  const version = useThrottledEventCount('logs.changed')
  const reads = ref(0)
  /** Number of stored entries that match the filter; null until they are loaded. */
  const stored = shallowRef<number | null>(null)
  const { isReading, error, fetch } = useFetchLogs()

  const filter = computed(() => filters.filterFor(accounts.selectedIds))
  const filterKey = computed(() => JSON.stringify(filter.value))
  const fetchStates = computed(() => {
    const fetched = filters.fetchStates.get(filterKey.value)
    return fetched ? fetchStatesOfPresentKeys(fetched, accounts.accounts) : null
  })
  const logIncompleteBefore = computed(() => logsIncompleteBefore(fetchStates.value ?? []))
  const reloadOn = computed(() => JSON.stringify([logIncompleteBefore.value, version.value, reads.value]))

  async function read(what: 'newest' | 'older'): Promise<void> {
    if (isReading.value) return
    const key = filterKey.value
    const answer = await fetch({ filter: filter.value, fetchStates: what === 'older' ? fetchStates.value : null })
    if (answer) filters.saveFetchStates(key, answer)
    reads.value++
    // The filter changed during the fetch.
    if (filterKey.value !== key) readIfStale()
  }

  function readIfStale(): void {
    if (state.isOffline || accounts.accounts.length === 0) return
    const readAt = fetchStates.value?.map((fetchState) => fetchState.readAt ?? 0) ?? [0]
    if (Date.now() - Math.max(...readAt, 0) > automaticRefreshAgeMs) void read('newest')
  }

  let settling: ReturnType<typeof setTimeout> | undefined
  watch([filterKey, () => state.isOffline], () => {
    clearTimeout(settling)
    settling = setTimeout(readIfStale, settleMs)
  })
  onScopeDispose(() => clearTimeout(settling))
  readIfStale()

  async function load(offset: number, limit: number): Promise<PageOf<ExecutionLogLine>> {
    const key = filterKey.value
    const { page, entries } = await loadExecutionLogPage(
      loadEntries,
      filter.value,
      logIncompleteBefore.value,
      offset,
      limit,
    )
    // Otherwise the count of an earlier filter would stand beside the rows of the present filter.
    if (key === filterKey.value) stored.value = entries
    return page
  }

  return { load, stored, filterKey, reloadOn, fetchStates, isReading, error, read }
}
