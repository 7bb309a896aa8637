import { computed } from 'vue'
import { app } from '#renderer/ipc-client.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import { useThrottled } from '#renderer/composables/useThrottled.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { countNeedingDecision, useOrders } from '#renderer/stores/orders.ts'
import { useSync } from '#renderer/stores/sync.ts'
import { hasListError } from '#renderer/stores/summarize-sync.ts'
import {
  mergeStaleItems,
  mergeUnreachableItems,
  stoppedRunItems,
  unsettledOrderItems,
  type AttentionItem,
} from './attention-items.ts'

export type AttentionUnknownReason = 'ordersUnknown' | 'syncUnanswered' | 'listsUnderWay'

const reloadDelayMs = 1000

/** The overview of the selected accounts. Reloads at most once a second when stored rows change. */
export function useOverview() {
  const accounts = useAccounts()
  const orders = useOrders()
  const sync = useSync()
  const scope = computed(() => JSON.stringify(accounts.selectedIds))
  const remote = useAsyncData(() => app.inventory.overview({ accountIds: accounts.selectedIds }), {
    watch: [scope],
    keepsData: true,
  })
  const again = useThrottled(() => void remote.reload(), reloadDelayMs)
  useIpcEvent('inventory.changed', again)
  useIpcEvent('accounts.changed', again)
  useIpcEvent('sync.changed', again)

  /** Of the selected accounts: the list to which the item leads shows these only. */
  const selectedOrders = useAsyncData(
    () =>
      accounts.selectedIds === null ? Promise.resolve(null) : app.orders.counts({ accountIds: accounts.selectedIds }),
    { watch: [scope], reloadOn: [() => orders.counts] },
  )
  const needsYou = computed(() =>
    accounts.selectedIds === null ? orders.needsYou : countNeedingDecision(selectedOrders.data.value),
  )
  const attention = computed((): AttentionItem[] => [
    ...stoppedRunItems(orders.stopped, accounts.isSelected),
    ...(needsYou.value > 0
      ? [{ kind: 'orders_need_you', count: needsYou.value, accountIds: [] } satisfies AttentionItem]
      : []),
    ...unsettledOrderItems(orders.runs, accounts.isSelected),
    ...mergeUnreachableItems(
      mergeStaleItems(remote.data.value?.attention ?? [], (accountId) =>
        sync.running.some((each) => each.accountId === accountId && !hasListError(each)),
      ),
    ),
  ])

  const areOrdersKnown = computed(() =>
    accounts.selectedIds === null ? orders.counts !== null : selectedOrders.data.value !== null,
  )
  const isUnanswered = computed(() =>
    sync.running.some(({ accountId, responsiveness }) => responsiveness !== 'yes' && accounts.isSelected(accountId)),
  )
  const hasStaleList = computed(() => remote.data.value?.attention.some(({ kind }) => kind === 'stale') ?? false)
  /** Why nothing can be said of what needs attention where no item stands; null when all of it is known. */
  const notCalm = computed((): AttentionUnknownReason | null =>
    !areOrdersKnown.value
      ? 'ordersUnknown'
      : isUnanswered.value
        ? 'syncUnanswered'
        : hasStaleList.value
          ? 'listsUnderWay'
          : null,
  )

  return { notCalm, data: remote.data, error: remote.error, reload: remote.reload, attention }
}
