import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { ExecutionLogFilter, ExecutionLogListFilter, LogPeriod, logTabs } from '#shared/ipc/api-logs.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'
import { computeLogPeriodBounds } from './compute-log-period-bounds.ts'

export type LogTab = (typeof logTabs)[number]

/** Filters of the log views. */
export const useLogFilters = defineStore('log-filters', () => {
  const tab = ref<LogTab>('execution')
  const text = ref('')
  /** Empty: every key. */
  const keyIds = ref<string[]>([])
  const span = ref<LogPeriod>('all')
  /** The user's own range, for the span `custom`. */
  const from = ref<number | null>(null)
  const to = ref<number | null>(null)
  const statusClass = ref<ExecutionLogFilter['statusClass']>(null)
  const statusCode = ref<number | null>(null)
  const method = ref<ExecutionLogFilter['method']>(null)
  const target = ref<ExecutionLogListFilter['target']>(null)
  const showsOwnReads = ref(false)
  const onlyUnknownAddresses = ref(false)
  const onlyFailed = ref(false)
  const now = useNowEachTenSeconds()

  const bounds = computed(() =>
    span.value === 'custom' ? { from: from.value, to: to.value } : computeLogPeriodBounds(span.value, now.value),
  )
  const isFiltered = computed(
    () =>
      text.value.trim() !== '' ||
      keyIds.value.length > 0 ||
      onlyUnknownAddresses.value ||
      [bounds.value.from, bounds.value.to].some((each) => each !== null) ||
      [statusClass, statusCode, method, target].some((each) => each.value !== null),
  )

  /** `findEndpoints`: the endpoints whose description contains a text, of calls and of dry runs. */
  function filterFor(
    accountIds: string[] | null,
    findEndpoints: (text: string) => Pick<ExecutionLogListFilter, 'textEndpoints' | 'textDryRunEndpoints'>,
  ): ExecutionLogListFilter {
    return {
      accountIds,
      keyIds: keyIds.value.length > 0 ? keyIds.value : null,
      from: bounds.value.from,
      to: bounds.value.to,
      statusClass: statusClass.value,
      statusCode: statusCode.value,
      method: method.value,
      text: text.value.trim(),
      ...(text.value.trim() === '' ? { textEndpoints: [], textDryRunEndpoints: [] } : findEndpoints(text.value.trim())),
      hidesOwnReads: !showsOwnReads.value,
      onlyUnknownAddresses: onlyUnknownAddresses.value,
      target: target.value,
    }
  }

  /** Keeps `showsOwnReads` and `onlyFailed`, because they are not part of `isFiltered`. */
  function clear(): void {
    text.value = ''
    keyIds.value = []
    span.value = 'all'
    onlyUnknownAddresses.value = false
    for (const each of [from, to, statusClass, statusCode, method, target]) each.value = null
  }

  /** Shows all entries, reads by this app included. */
  function showAll(): void {
    clear()
    showsOwnReads.value = true
    tab.value = 'execution'
  }

  /** Shows the entries about a domain or server except reads by this app. */
  function showTarget(shown: NonNullable<ExecutionLogListFilter['target']>): void {
    clear()
    target.value = shown
    showsOwnReads.value = false
    tab.value = 'execution'
  }

  /** Shows the entries of a period except reads by this app. `from` and `to` are included. */
  function showPeriod(period: { from: number; to: number; statusClass: ExecutionLogFilter['statusClass'] }): void {
    clear()
    span.value = 'custom'
    from.value = period.from
    to.value = period.to
    statusClass.value = period.statusClass
    showsOwnReads.value = false
    tab.value = 'execution'
  }

  return {
    tab,
    text,
    keyIds,
    span,
    from,
    to,
    statusClass,
    statusCode,
    method,
    target,
    showsOwnReads,
    onlyUnknownAddresses,
    onlyFailed,
    isFiltered,
    filterFor,
    clear,
    showAll,
    showTarget,
    showPeriod,
  }
})
