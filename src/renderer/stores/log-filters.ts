import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { LogFilter, LogFetchState, logTabs } from '#shared/ipc/logs.ts'

export type LogTab = (typeof logTabs)[number]

/** Filters of the log views, and for each filter that was used how far the logs of each key were fetched. */
export const useLogFilters = defineStore('log-filters', () => {
  const tab = ref<LogTab>('execution')
  /** Empty: every key. */
  const keyIds = ref<string[]>([])
  const from = ref<number | null>(null)
  const to = ref<number | null>(null)
  const statusClass = ref<LogFilter['statusClass']>(null)
  const statusCode = ref<number | null>(null)
  const method = ref<LogFilter['method']>(null)
  const onlyFailed = ref(false)
  const fetchStates = shallowRef<ReadonlyMap<string, LogFetchState[]>>(new Map())

  const isFiltered = computed(
    () => keyIds.value.length > 0 || [from, to, statusClass, statusCode, method].some((each) => each.value !== null),
  )

  function filterFor(accountIds: string[] | null): LogFilter {
    return {
      accountIds,
      keyIds: keyIds.value.length > 0 ? keyIds.value : null,
      from: from.value,
      to: to.value,
      statusClass: statusClass.value,
      statusCode: statusCode.value,
      method: method.value,
    }
  }

  function saveFetchStates(filterKey: string, read: LogFetchState[]): void {
    fetchStates.value = new Map(fetchStates.value).set(filterKey, read)
  }

  function clear(): void {
    keyIds.value = []
    for (const each of [from, to, statusClass, statusCode, method]) each.value = null
  }

  return {
    tab,
    keyIds,
    from,
    to,
    statusClass,
    statusCode,
    method,
    onlyFailed,
    fetchStates,
    isFiltered,
    filterFor,
    saveFetchStates,
    clear,
  }
})
