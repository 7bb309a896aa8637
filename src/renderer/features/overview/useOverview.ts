import { computed } from 'vue'
import { app } from '../../client.ts'
import { useEvent } from '../../composables/useEvent.ts'
import { useLater } from '../../composables/useLater.ts'
import { useRemote } from '../../composables/useRemote.ts'
import { useAccounts } from '../../shell/accounts-state.ts'
import { useOrders } from '../../shell/orders-state.ts'
import { accountsOf, collapseStale, type AttentionItem } from './attention-look.ts'

const reloadDelayMs = 1000

/** The overview of the selected accounts; asks again, at most once a second, when stored rows change. */
export function useOverview() {
  const accounts = useAccounts()
  const orders = useOrders()
  const { data, error, isLoading, reload } = useRemote(() => app.inventory.overview(null), { keepsData: true })
  const counts = useRemote(() => app.inventory.domainCounts({ accountIds: accounts.selectedIds }), {
    watch: [() => accounts.selectedIds],
    keepsData: true,
  })
  const again = useLater(() => {
    void reload()
    void counts.reload()
  }, reloadDelayMs)
  useEvent('inventory.changed', again)
  useEvent('accounts.changed', again)
  useEvent('sync.changed', again)

  const attention = computed((): AttentionItem[] => [
    ...(orders.needsYou > 0 ? [{ kind: 'orders_need_you', count: orders.needsYou, accountIds: [] } satisfies AttentionItem] : []),
    ...collapseStale(data.value?.attention.filter((item) => accountsOf(item).some(accounts.isSelected)) ?? []),
  ])
  const expiries = computed(() => data.value?.nextExpiries.filter((expiry) => accounts.isSelected(expiry.accountId)) ?? [])
  const domainsByStatus = computed(() => counts.data.value?.byStatus ?? data.value?.domainsByStatus ?? [])
  /** Known over all accounts only. */
  const serversByStatus = computed(() => (accounts.selectedIds === null ? (data.value?.serversByStatus ?? []) : []))

  return { data, error, isLoading, reload, attention, expiries, domainsByStatus, serversByStatus }
}
