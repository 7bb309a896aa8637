import { computed } from 'vue'
import { isSyncReadingLists } from '#shared/ipc/sync.ts'
import { areCallsHeldForSourceAddress } from '#shared/attention/are-calls-held-for-source-address.ts'
import { listAttentionItems } from '#shared/attention/list-attention-items.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useQuotaUsage } from '#renderer/stores/quota-usage.ts'
import { useIpcEvent } from './useIpcEvent.ts'
import { useThrottled } from './useThrottled.ts'
import { useAsyncData } from './useAsyncData.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import {
  countOrdersNeedingDecision,
  useOrderCountsRunsAndJournal,
} from '#renderer/stores/order-counts-runs-and-journal.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useSyncProgress } from '#renderer/stores/sync-progress.ts'

export type AttentionIncompleteReason = 'ordersUnknown' | 'callsHeld' | 'syncUnanswered' | 'listsStale'

const reloadDelayMs = 1000

/**
 * The overview of these accounts, or of the selected accounts. `accountIds` returns null for all accounts. Reloads at
 * most once a second when stored rows change.
 */
export function useOverview(accountIds: () => string[] | null = () => useAccounts().selectedIds) {
  const accounts = useAccounts()
  const ids = computed(accountIds)
  const isIncluded = (accountId: string): boolean => ids.value === null || ids.value.includes(accountId)
  const included = computed(() => accounts.accounts.filter(({ id }) => isIncluded(id)))
  const orders = useOrderCountsRunsAndJournal()
  const quota = useQuotaUsage()
  const sync = useSyncProgress()
  const appState = useAppState()
  const scope = computed(() => JSON.stringify(ids.value))
  const listAccountsReadingLists = () =>
    new Set(sync.progress.filter(isSyncReadingLists).map(({ accountId }) => accountId))
  const remote = useAsyncData(
    async () => {
      const asked = { scope: scope.value, at: Date.now(), readingLists: listAccountsReadingLists() }
      return { asked, overview: await mainCommands.inventory.overview({ accountIds: ids.value }) }
    },
    { watch: [scope], keepsData: true },
  )
  const data = computed(() => remote.data.value?.overview ?? null)
  /** True if the data are those of an earlier selection of accounts. */
  const isEarlierQuery = computed(() => remote.data.value !== null && remote.data.value.asked.scope !== scope.value)
  const again = useThrottled(() => void remote.reload(), reloadDelayMs)
  useIpcEvent('inventory.changed', again)
  useIpcEvent('accounts.changed', again)
  useIpcEvent('sync.changed', again)
  useIpcEvent('logs.changed', again)

  /** The order counts of these accounts, because the item opens an order list of these accounts only. */
  const someOrders = useAsyncData(
    () => (ids.value === null ? Promise.resolve(null) : mainCommands.orders.counts({ accountIds: ids.value })),
    { watch: [scope], reloadOn: [() => orders.counts] },
  )
  /** Null until they are loaded. */
  const orderCounts = computed(() => (ids.value === null ? orders.counts : someOrders.data.value))
  /**
   * Returns true if a sync reads the lists of the account, or has read them since the answer was asked for. The answer
   * may then show them as older than they are.
   */
  function hasReadListsSinceAsked(accountId: string): boolean {
    const progress = sync.byAccount.get(accountId)
    const asked = remote.data.value?.asked
    if (!progress || !asked) return false
    const hasBegunSince = progress.runsSince !== null && progress.runsSince >= asked.at
    return isSyncReadingLists(progress) || asked.readingLists.has(accountId) || hasBegunSince
  }
  const attention = computed(() =>
    listAttentionItems({
      stored: data.value?.attention ?? [],
      runs: orders.runs,
      ordersNeedingDecision: countOrdersNeedingDecision(orderCounts.value),
      accounts: included.value,
      isSelected: isIncluded,
      isReadingLists: hasReadListsSinceAsked,
      keychain: appState.state.keychain,
      isOffline: appState.isOffline,
      ipBlocks: appState.state.ipBlocks,
      usages: quota.usages,
    }),
  )

  const isUnanswered = computed(() =>
    sync.running.some(({ accountId, responsiveness }) => responsiveness !== 'answering' && isIncluded(accountId)),
  )
  const areCallsHeld = computed(() =>
    areCallsHeldForSourceAddress(
      appState.state,
      included.value.filter(({ isPaused }) => !isPaused),
    ),
  )
  const hasStaleList = computed(() => data.value?.attention.some(({ kind }) => kind === 'stale') ?? false)
  /** Why an empty list does not mean that nothing needs attention; null when everything is known. */
  const incompleteReason = computed((): AttentionIncompleteReason | null =>
    orderCounts.value === null
      ? 'ordersUnknown'
      : areCallsHeld.value
        ? 'callsHeld'
        : isUnanswered.value
          ? 'syncUnanswered'
          : hasStaleList.value
            ? 'listsStale'
            : null,
  )

  /**
   * The accounts that the shown totals include: those of the last answer. Before the first answer, no other part of the
   * page shows numbers.
   */
  const listed = computed(() => data.value?.accounts ?? included.value)

  return {
    incompleteReason,
    listed,
    data,
    isEarlierQuery,
    error: remote.error,
    reload: remote.reload,
    attention,
    usages: computed(() => quota.loaded),
    orderCounts,
  }
}
