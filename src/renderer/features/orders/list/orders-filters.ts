import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { IntentFilter, IntentKind, intentSortKeys, IntentView, OrderStatus } from '#shared/ipc/orders.ts'
import { decodeName } from '../../../ui/decode-name.ts'

export type IntentSort = (typeof intentSortKeys)[number]
interface Shown {
  text?: string
  statuses?: OrderStatus[]
  kinds?: IntentKind[]
  runId?: string | null
}

/** What the list of orders shows and in which order; survives leaving the list. */
export const useOrderFilters = defineStore('order-filters', () => {
  const text = ref('')
  /** Empty: every status. */
  const statuses = ref<OrderStatus[]>([])
  /** Empty: every kind. */
  const kinds = ref<IntentKind[]>([])
  const runId = ref<string | null>(null)
  const sort = ref<IntentSort>('createdAt')
  const isDescending = ref(true)

  const isFiltered = computed(() => text.value.trim() !== '' || statuses.value.length > 0 || kinds.value.length > 0 || runId.value !== null)

  function filterFor(accountIds: string[] | null): Partial<IntentFilter> {
    return {
      accountIds,
      statuses: statuses.value.length > 0 ? statuses.value : null,
      kinds: kinds.value.length > 0 ? kinds.value : null,
      runId: runId.value,
      text: text.value.trim(),
    }
  }

  /** Shows what another view points at, and nothing else. */
  function show(only: Shown): void {
    text.value = only.text ?? ''
    statuses.value = only.statuses ?? []
    kinds.value = only.kinds ?? []
    runId.value = only.runId ?? null
  }

  /** Shows an order that another view points at: nothing that hides it stays. */
  function reveal({ runId: ofRun, status, item, target }: Pick<IntentView, 'runId' | 'status' | 'item' | 'target'>): void {
    const typed = text.value.trim().toLowerCase()
    const isShown =
      (runId.value === null || runId.value === ofRun) &&
      (statuses.value.length === 0 || statuses.value.includes(status)) &&
      (kinds.value.length === 0 || kinds.value.includes(item.kind)) &&
      (target.includes(typed) || (decodeName(target)?.includes(typed) ?? false))
    if (!isShown) show({})
  }

  return { text, statuses, kinds, runId, sort, isDescending, isFiltered, filterFor, show, reveal, clear: () => show({}) }
})
