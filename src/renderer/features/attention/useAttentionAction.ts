import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'
import { goneStatus } from '#shared/ipc/inventory.ts'
import { useSyncObstacle } from '#renderer/composables/useSyncObstacle.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useSyncProgress } from '#renderer/stores/sync-progress.ts'
import { useShrunkenListReview } from '#renderer/composables/useShrunkenListReview.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'
import { useOrderCountsRunsAndJournal } from '#renderer/stores/order-counts-runs-and-journal.ts'
import { useOrderFilters } from '#renderer/stores/order-filters.ts'
import { useServerFilters } from '#renderer/stores/server-filters.ts'
import type { ShownAttentionItem } from '#shared/attention/shown-attention-item.ts'

export interface AttentionAction {
  label: string
  /** Why the action is not available now; null if it is available. */
  obstacle: string | null
  run: () => unknown
  /** A second action beside the first. */
  other?: AttentionAction
}

/**
 * Returns a function that gives the action for an item. The action opens the view where the user can resolve the item,
 * or resolves the item directly (sync, keychain check, shrunken list). `accountId`: the account of the items. The
 * action selects this account before it opens a list. Null: the items belong to the selected accounts.
 */
export function useAttentionAction(
  accountId: () => string | null = () => null,
): (item: ShownAttentionItem) => AttentionAction {
  const { t } = useI18n()
  const router = useRouter()
  const appState = useAppState()
  const sync = useSyncProgress()
  const findSyncObstacle = useSyncObstacle()
  const { accept } = useShrunkenListReview()
  const accounts = useAccounts()
  const domains = useDomainFilters()
  const servers = useServerFilters()
  const orders = useOrderFilters()
  const ordersOfRuns = useOrderCountsRunsAndJournal()

  const openAccount = (id: string) => router.push({ name: 'account', params: { accountId: id } })

  function selectAccountOfItems(): void {
    const id = accountId()
    if (id !== null) accounts.selectForLink([id])
  }

  /**
   * Returns a filter for the counted accounts if the list would otherwise show domains or servers of other accounts,
   * too. The selection of accounts does not change.
   */
  function onlyCounted({ accountIds, excludesAccounts }: { accountIds: string[]; excludesAccounts: boolean }) {
    return excludesAccounts && accountId() === null ? { accountIds } : {}
  }

  function showDomains(only: Parameters<typeof domains.replaceFilters>[0]): unknown {
    selectAccountOfItems()
    domains.replaceFilters(only)
    return router.push({ name: 'domains' })
  }

  function showServers(only: Parameters<typeof servers.replaceFilters>[0]): unknown {
    selectAccountOfItems()
    servers.replaceFilters(only)
    return router.push({ name: 'servers' })
  }

  function showOrders(only: Parameters<typeof orders.replaceFilters>[0]): unknown {
    selectAccountOfItems()
    orders.replaceFilters(only)
    return router.push({ name: 'orders' })
  }

  /**
   * Selects the counted accounts if the list would otherwise show orders of unknown outcome of other accounts, too. An
   * account that is not in the app cannot be selected.
   */
  function selectCountedAccounts(accountIds: string[]): void {
    const hasOtherAccounts = ordersOfRuns.runs.some((run) =>
      run.accounts.some(
        (each) => each.unsettled > 0 && accounts.isSelected(each.accountId) && !accountIds.includes(each.accountId),
      ),
    )
    const isEachPresent = accountIds.every((id) => accounts.byId(id) !== null)
    if (accountId() === null && hasOtherAccounts && isEachPresent) accounts.selectForLink(accountIds)
  }

  /** Returns the kinds only if the list would otherwise show orders of unknown outcome of other kinds, too. */
  function narrowToCountedKinds(kinds: OrderIntentKind[]): { kinds?: OrderIntentKind[] } {
    const hasOtherKinds = ordersOfRuns.runs.some(
      (run) =>
        run.accounts.some((each) => each.unsettled > 0 && accounts.isSelected(each.accountId)) &&
        run.kinds.some((kind) => !kinds.includes(kind)),
    )
    return hasOtherKinds ? { kinds } : {}
  }

  function lead(name: string, run: () => unknown): AttentionAction {
    return { label: t(`overview.actions.${name}`), obstacle: null, run }
  }

  function leadToSync(accountIds: string[]): AttentionAction {
    return { ...lead('sync', () => sync.start(accountIds)), obstacle: findSyncObstacle(accountIds) }
  }

  return (item) => {
    switch (item.kind) {
      case 'run_stopped':
        return lead('run', () =>
          showOrders({ runId: item.run.id, waitsFor: item.reason === 'held' ? 'hold' : item.reason }),
        )
      case 'orders_unsettled':
        return lead('run', () => {
          selectCountedAccounts(item.accountIds)
          return showOrders({ statuses: ['unsettled'], ...narrowToCountedKinds(item.kinds) })
        })
      case 'orders_need_you':
        return lead('orders', () => showOrders({ statuses: ['needs_you'] }))
      case 'key_state':
      case 'key_expires':
        return lead('key', () => openAccount(item.accountId))
      case 'keychain':
        return lead('keychain', appState.checkKeychain)
      case 'no_keys':
      case 'list_denied':
      case 'sync_failed':
        return lead('account', () => openAccount(item.accountId))
      case 'list_shrunk':
        return {
          ...lead('accept', () => accept(item.accountId, item)),
          other: { ...leadToSync([item.accountId]), label: t('shell.shrunken.again') },
        }
      case 'quota_nearly_used':
        return item.accountIds.length === 1
          ? lead('account', () => openAccount(item.accountIds[0] as string))
          : lead('accounts', () => accounts.selectForLink(item.accountIds))
      case 'details_failed':
      case 'stale':
        return leadToSync([item.accountId])
      case 'stale_many':
      case 'sync_failed_many':
        return leadToSync(item.accountIds)
      case 'shared_domains':
        return lead('merge', () => openAccount(item.accountId))
      case 'domains_gone':
        return lead('domains', () => showDomains({ statuses: [goneStatus] }))
      case 'servers_gone':
        return lead('servers', () => showServers({ statuses: [goneStatus] }))
      case 'domains_expired':
        return lead('domains', () => showDomains({ statuses: ['expired'] }))
      case 'domains_expiring':
        return lead('domains', () =>
          showDomains({ statuses: ['active'], expiry: `${item.days}`, ...onlyCounted(item) }),
        )
      case 'domains_pending':
        return lead('domains', () => showDomains({ statuses: [item.status] }))
      case 'servers_pending':
        return lead('servers', () => showServers({ statuses: [item.status] }))
      case 'servers_expiring':
        return lead('servers', () => showServers({ expiry: `${item.days}`, ...onlyCounted(item) }))
    }
  }
}
