import { computed } from 'vue'
import { listAttentionItems } from '#shared/attention/list-attention-items.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useQuotaUsageOrNull } from '#renderer/composables/useQuotaUsage.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import { useThrottled } from '#renderer/composables/useThrottled.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { countNeedingDecision, useOrderCountsAndRuns } from '#renderer/stores/order-counts-and-runs.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useSync } from '#renderer/stores/sync.ts'
import { isContinuingWithoutList } from '#shared/ipc/sync.ts'

export type AttentionUnknownReason = 'ordersUnknown' | 'syncUnanswered' | 'listsUnderWay'

const reloadDelayMs = 1000

/** The overview of the selected accounts. Reloads at most once a second when stored rows change. */
export function useOverview() {
  const accounts = useAccounts()
  const orders = useOrderCountsAndRuns()
  /** Null until it is loaded. */
  const usages = useQuotaUsageOrNull()
  const sync = useSync()
  const appState = useAppState()
  const scope = computed(() => JSON.stringify(accounts.selectedIds))
  const remote = useAsyncData(() => mainCommands.inventory.overview({ accountIds: accounts.selectedIds }), {
    watch: [scope],
    keepsData: true,
  })
  const again = useThrottled(() => void remote.reload(), reloadDelayMs)
  useIpcEvent('inventory.changed', again)
  useIpcEvent('accounts.changed', again)
  useIpcEvent('sync.changed', again)
  useIpcEvent('logs.changed', again)

  /** The counts of the selected accounts, because the item opens an order list of the selected accounts only. */
  const selectedOrders = useAsyncData(
    () =>
      accounts.selectedIds === null
        ? Promise.resolve(null)
        : mainCommands.orders.counts({ accountIds: accounts.selectedIds }),
    { watch: [scope], reloadOn: [() => orders.counts] },
  )
  const needsYou = computed(() =>
    accounts.selectedIds === null ? orders.needsYou : countNeedingDecision(selectedOrders.data.value),
  )
  const attention = computed(() =>
    listAttentionItems({
      stored: remote.data.value?.attention ?? [],
      runs: orders.runs,
      ordersToDecide: needsYou.value,
      accounts: accounts.selected,
      isSelected: accounts.isSelected,
      isSyncing: (accountId) =>
        sync.running.some((each) => each.accountId === accountId && !isContinuingWithoutList(each)),
      hasKeychain: appState.hasKeychain,
      usages: usages.value ?? [],
    }),
  )

  const areOrdersKnown = computed(() =>
    accounts.selectedIds === null ? orders.counts !== null : selectedOrders.data.value !== null,
  )
  const isUnanswered = computed(() =>
    sync.running.some(({ accountId, responsiveness }) => responsiveness !== 'yes' && accounts.isSelected(accountId)),
  )
  const hasStaleList = computed(() => remote.data.value?.attention.some(({ kind }) => kind === 'stale') ?? false)
  /** Why an empty list does not mean that nothing needs attention; null when everything is known. */
  const unknownReason = computed((): AttentionUnknownReason | null =>
    !areOrdersKnown.value
      ? 'ordersUnknown'
      : isUnanswered.value
        ? 'syncUnanswered'
        : hasStaleList.value
          ? 'listsUnderWay'
          : null,
  )

  /**
   * The accounts of the answer that the totals are from. Before the first answer, no other part of the page shows
   * numbers.
   */
  const listed = computed(() => remote.data.value?.accounts ?? accounts.selected)

  return { unknownReason, listed, data: remote.data, error: remote.error, reload: remote.reload, attention, usages }
}
