import { computed, shallowRef } from 'vue'
import type { StableListPage } from '#shared/ipc/common-schemas.ts'
import type { ExecutionLogEntryOrGap } from '#shared/ipc/api-logs.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { useExecutionLogListFilter } from './useExecutionLogListFilter.ts'

/** The stored entries of the service's execution log that match the filters. */
export function useExecutionLogEntryPages() {
  const filter = useExecutionLogListFilter()
  const filterKey = computed(() => JSON.stringify(filter.value))
  const changes = useThrottledIpcEventCounter('logs.changed')
  const completions = useThrottledIpcEventCounter('logs.listComplete')
  const reloadKey = computed(() => changes.value + completions.value)
  /**
   * Number of entries that match; null until they are loaded. If `isComplete` is false, it is the number counted so
   * far.
   */
  const stored = shallowRef<{ entries: number; isComplete: boolean } | null>(null)
  let keyOfStored: string | null = null

  async function load(
    offset: number,
    limit: number,
    listId: number | null,
  ): Promise<StableListPage<ExecutionLogEntryOrGap>> {
    const key = filterKey.value
    try {
      const page = await mainCommands.logs.page({ filter: filter.value, offset, limit, listId })
      // Without this check, the count of an earlier filter would be shown beside the rows of the current filter.
      if (key === filterKey.value) {
        stored.value = { entries: page.entries, isComplete: page.isComplete }
        keyOfStored = key
      }
      return page
    } catch (thrown) {
      if (key === filterKey.value && key !== keyOfStored) stored.value = null
      throw thrown
    }
  }

  return { filter, filterKey, load, stored, reloadKey }
}
