import { computed } from 'vue'
import { app } from '../../client.ts'
import { useEvent } from '../../composables/useEvent.ts'
import { useLater } from '../../composables/useLater.ts'
import { useRemote } from '../../composables/useRemote.ts'
import { useAccounts } from '../../shell/accounts-state.ts'
import { toDecideIn, useOrders } from '../../shell/orders-state.ts'
import { useSync } from '../../shell/sync-state.ts'
import { hasListError } from '../../shell/sync-summary.ts'
import { collapseStale, collapseUnreached, stoppedItems, unsettledItems, type AttentionItem } from './attention-look.ts'

export type NotCalm = 'ordersUnknown' | 'syncUnanswered' | 'listsUnderWay'

const reloadDelayMs = 1000

/** The overview of the selected accounts; asks again, at most once a second, when stored rows change. */
export function useOverview() {
  const accounts = useAccounts()
  const orders = useOrders()
  const sync = useSync()
  const scope = computed(() => JSON.stringify(accounts.selectedIds))
  const remote = useRemote(() => app.inventory.overview({ accountIds: accounts.selectedIds }), { watch: [scope], keepsData: true })
  const again = useLater(() => void remote.reload(), reloadDelayMs)
  useEvent('inventory.changed', again)
  useEvent('accounts.changed', again)
  useEvent('sync.changed', again)

  /** Of the selected accounts: the list to which the item leads shows these only. */
  const selectedOrders = useRemote(() => (accounts.selectedIds === null ? Promise.resolve(null) : app.orders.counts({ accountIds: accounts.selectedIds })), {
    watch: [scope],
    reloadOn: [() => orders.counts],
  })
  const needsYou = computed(() => (accounts.selectedIds === null ? orders.needsYou : toDecideIn(selectedOrders.data.value)))
  const attention = computed((): AttentionItem[] => [
    ...stoppedItems(orders.stopped, accounts.isSelected),
    ...(needsYou.value > 0 ? [{ kind: 'orders_need_you', count: needsYou.value, accountIds: [] } satisfies AttentionItem] : []),
    ...unsettledItems(orders.runs, accounts.isSelected),
    ...collapseUnreached(collapseStale(remote.data.value?.attention ?? [], (accountId) => sync.running.some((each) => each.accountId === accountId && !hasListError(each)))),
  ])

  const areOrdersKnown = computed(() => (accounts.selectedIds === null ? orders.counts !== null : selectedOrders.data.value !== null))
  const isUnanswered = computed(() => sync.running.some(({ accountId, answering }) => answering !== 'yes' && accounts.isSelected(accountId)))
  const hasStaleList = computed(() => remote.data.value?.attention.some(({ kind }) => kind === 'stale') ?? false)
  /** Why nothing can be said of what needs attention where no item stands; null when all of it is known. */
  const notCalm = computed((): NotCalm | null => (!areOrdersKnown.value ? 'ordersUnknown' : isUnanswered.value ? 'syncUnanswered' : hasStaleList.value ? 'listsUnderWay' : null))

  return { notCalm, data: remote.data, error: remote.error, reload: remote.reload, attention }
}
