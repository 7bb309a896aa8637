import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import { minuteMs } from '#shared/durations.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import { app } from '#renderer/ipc-client.ts'
import { useChangeCount } from '#renderer/composables/useChangeCount.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { incompleteBefore } from './summarize-log-fetch-state.ts'
import { loadExecutionLogPage, type LoadLogEntries, type ExecutionLogLine } from './load-execution-log-page.ts'
import { useLogFilters } from '#renderer/stores/log-filters.ts'
import { useFetchLogs } from '#renderer/composables/useFetchLogs.ts'

const settleMs = 600
const loadEntries: LoadLogEntries = (filter, offset, limit) => app.logs.page({ filter, offset, limit })
const staleAfterMs = 10 * minuteMs

/** The stored execution log of all keys under the filters, and the reading of more from the service. */
export function useExecutionLog() {
  const filters = useLogFilters()
  const accounts = useAccounts()
  const state = useAppState()
  const version = useChangeCount('logs.changed')
  const reads = ref(0)
  /** How many entries fit the filter; null until they were counted. */
  const stored = shallowRef<number | null>(null)
  const { isReading, error, fetch } = useFetchLogs()

  const filter = computed(() => filters.filterFor(accounts.selectedIds))
  const filterKey = computed(() => JSON.stringify(filter.value))
  const reaches = computed(() => filters.reaches.get(filterKey.value) ?? null)
  const logIncompleteBefore = computed(() => incompleteBefore(reaches.value ?? []))
  const reloadOn = computed(() => JSON.stringify([logIncompleteBefore.value, version.value, reads.value]))

  async function read(what: 'newest' | 'older'): Promise<void> {
    if (isReading.value) return
    const key = filterKey.value
    const answer = await fetch({ filter: filter.value, reaches: what === 'older' ? reaches.value : null })
    if (answer) filters.keepReaches(key, answer)
    reads.value++
    // The filter moved on while this was under way.
    if (filterKey.value !== key) readIfStale()
  }

  function readIfStale(): void {
    if (state.isOffline || accounts.accounts.length === 0) return
    const readAt = reaches.value?.map((reach) => reach.readAt ?? 0) ?? [0]
    if (Date.now() - Math.max(...readAt, 0) > staleAfterMs) void read('newest')
  }

  let settling: ReturnType<typeof setTimeout> | undefined
  watch([filterKey, () => state.isOffline], () => {
    clearTimeout(settling)
    settling = setTimeout(readIfStale, settleMs)
  })
  onScopeDispose(() => clearTimeout(settling))
  readIfStale()

  async function load(offset: number, limit: number): Promise<PageOf<ExecutionLogLine>> {
    const { page, entries } = await loadExecutionLogPage(
      loadEntries,
      filter.value,
      logIncompleteBefore.value,
      offset,
      limit,
    )
    stored.value = entries
    return page
  }

  return { load, stored, filterKey, reloadOn, reaches, isReading, error, read }
}
