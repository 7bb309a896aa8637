import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'
import type {
  OrderIntentFilter,
  orderIntentSortKeys,
  OrderIntentView,
  ShownOrderStatus,
} from '#shared/ipc/order-intent-schemas.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAccounts } from './accounts-and-selection.ts'
import { useOrderCountsRunsAndJournal } from './order-counts-runs-and-journal.ts'
import { decodePunycode } from '#renderer/ui/format/decode-punycode.ts'

export type OrderSortKey = (typeof orderIntentSortKeys)[number]
interface Shown {
  text?: string
  statuses?: ShownOrderStatus[]
  kinds?: OrderIntentKind[]
  runId?: string | null
  waitsFor?: OrderIntentFilter['waitsFor']
}

/** Filters and sort order of the order list. The store keeps them when the user leaves the list. */
export const useOrderFilters = defineStore('order-filters', () => {
  const accounts = useAccounts()
  const orders = useOrderCountsRunsAndJournal()
  const text = ref('')
  /** Empty: every status. */
  const statuses = ref<ShownOrderStatus[]>([])
  /** Empty: every kind. */
  const kinds = ref<OrderIntentKind[]>([])
  const runId = ref<string | null>(null)
  /** `user` and `stopped` apply to all runs; the others apply only together with `runId`. */
  const waitsFor = ref<OrderIntentFilter['waitsFor']>(null)
  const sort = ref<OrderSortKey>('createdAt')
  const isDescending = ref(true)

  const isFiltered = computed(
    () =>
      text.value.trim() !== '' ||
      statuses.value.length > 0 ||
      kinds.value.length > 0 ||
      runId.value !== null ||
      waitsFor.value !== null,
  )

  /**
   * The chosen run hides later orders of the selected accounts. How many is not known: runs that have ended are not all
   * loaded.
   */
  const hidesNewerOrders = computed(() => {
    const shown = orders.runs.find(({ id }) => id === runId.value)
    return (
      shown !== undefined &&
      orders.runs.some(
        (run) =>
          run.startedAt > shown.startedAt && run.accounts.some(({ accountId }) => accounts.isSelected(accountId)),
      )
    )
  })

  function filterFor(accountIds: string[] | null): Partial<OrderIntentFilter> {
    return {
      accountIds,
      statuses: statuses.value.length > 0 ? statuses.value : null,
      kinds: kinds.value.length > 0 ? kinds.value : null,
      runId: runId.value,
      waitsFor: waitsFor.value,
      text: text.value.trim(),
    }
  }

  /** Sets the given filters and clears all others. */
  function replaceFilters(only: Shown): void {
    text.value = only.text ?? ''
    statuses.value = only.statuses ?? []
    kinds.value = only.kinds ?? []
    showRun(only.runId ?? null, only.waitsFor)
    if (only.waitsFor === 'stopped') waitsFor.value = 'stopped'
  }

  /** Filters by statuses, or by the orders that wait for the user, whatever their status. */
  function showStatuses(only: ShownOrderStatus[] | 'waitsForUser'): void {
    statuses.value = only === 'waitsForUser' ? [] : only
    if (only === 'waitsForUser') waitsFor.value = 'user'
    else if (waitsFor.value === 'user') waitsFor.value = null
  }

  /** Filters by run; null shows the orders of all runs, whatever they wait for. */
  function showRun(id: string | null, what: OrderIntentFilter['waitsFor'] = null): void {
    runId.value = id
    waitsFor.value = id === null ? null : what
  }

  /** Shows the orders of a run. Selects all accounts if the current selection would hide orders of the run. */
  async function showWholeRun(id: string, inStatuses: ShownOrderStatus[] = []): Promise<void> {
    replaceFilters({ runId: id, statuses: inStatuses })
    // The event with a run that was just placed may not have arrived yet.
    const run =
      orders.runs.find((each) => each.id === id) ??
      (await mainCommands.orders.runs(null).catch(() => [])).find((each) => each.id === id)
    if (!run?.accounts.every(({ accountId }) => accounts.isSelected(accountId))) accounts.selectForLink(null)
  }

  /** Makes one order visible: clears the filters if they hide the order, and selects the order's account. */
  function reveal({
    runId: ofRun,
    status,
    item,
    target,
  }: Pick<OrderIntentView, 'runId' | 'status' | 'item' | 'target'>): void {
    if (!accounts.isSelected(item.accountId)) accounts.selectForLink([item.accountId])
    const typed = text.value.trim().toLowerCase()
    const isShown =
      waitsFor.value === null &&
      (runId.value === null || runId.value === ofRun) &&
      (statuses.value.length === 0 || statuses.value.includes(status)) &&
      (kinds.value.length === 0 || kinds.value.includes(item.kind)) &&
      (target.includes(typed) || (decodePunycode(target)?.includes(typed) ?? false))
    if (!isShown) replaceFilters({})
  }

  return {
    text,
    statuses,
    kinds,
    runId,
    waitsFor,
    sort,
    isDescending,
    isFiltered,
    hidesNewerOrders,
    filterFor,
    replaceFilters,
    showStatuses,
    showRun,
    showWholeRun,
    reveal,
    clear: () => replaceFilters({}),
  }
})
