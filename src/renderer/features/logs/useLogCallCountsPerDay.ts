import { computed } from 'vue'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { listCallCountsPerDay } from './list-call-counts-per-day.ts'
import { useExecutionLogListFilter } from './useExecutionLogListFilter.ts'
import { useKeyLogCoverage } from './useKeyLogCoverage.ts'

/**
 * The stored entries of the service's execution log that match the filters, counted by day. With many entries, a count
 * takes seconds. Until then, the days are those of the earlier filter, and `isEarlierQuery` is true.
 */
export function useLogCallCountsPerDay() {
  const filter = useExecutionLogListFilter()
  const filterKey = computed(() => JSON.stringify(filter.value))
  const coverage = useKeyLogCoverage()
  const { data, error, reload } = useAsyncData(
    async () => {
      const asked = filterKey.value
      return { asked, counts: await mainCommands.logs.days({ filter: filter.value }) }
    },
    { watch: [filterKey], reloadOn: [useThrottledIpcEventCounter('logs.changed')], keepsData: true },
  )
  const isEarlierQuery = computed(() => data.value !== null && data.value.asked !== filterKey.value)
  /** Null until the counts are loaded, and how much of the log was read. */
  const days = computed(() => {
    const keys = coverage.keys.value
    if (data.value === null || keys === null) return null
    // Days without entries would be shown as an empty log, which says nothing about the current filter.
    if (isEarlierQuery.value && data.value.counts.length === 0) return null
    return listCallCountsPerDay(data.value.counts, keys)
  })
  const stored = computed(() =>
    data.value === null || isEarlierQuery.value
      ? null
      : { entries: data.value.counts.reduce((sum, { calls }) => sum + calls, 0), isComplete: true },
  )
  return { coverage, days, stored, isEarlierQuery, error, reload }
}
