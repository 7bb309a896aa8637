import type { Account, QuotaUsage } from '#shared/ipc/accounts.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import type { AppState, KeychainState } from '#shared/ipc/app-state-and-settings.ts'
import type { AttentionItem } from '#shared/ipc/overview-and-attention-item-schemas.ts'
import {
  createOrdersNeedingDecisionAttentionItems,
  createStoppedOrderRunAttentionItems,
  createUnsettledOrderAttentionItems,
} from './create-order-attention-items.ts'
import { createQuotaAttentionItems } from './create-api-quota-attention-items.ts'
import {
  addKeychainItemOfAllAccounts,
  mergeStaleAccountItems,
  mergeFailedSyncItemsWithSameNetworkError,
} from './merge-attention-items.ts'
import { mayAccountCheckOrderOutcomes } from './may-account-check-order-outcomes.ts'
import type { ShownAttentionItem } from './shown-attention-item.ts'

export interface AttentionSources {
  /** The items of the stored data of the accounts. */
  stored: readonly AttentionItem[]
  runs: readonly OrderRun[]
  /** Number of orders of the accounts with the status `needs_you`. */
  ordersNeedingDecision: number
  accounts: readonly Pick<Account, 'id' | 'keys' | 'isPaused' | 'proxy'>[]
  isSelected: (accountId: string) => boolean
  /** True if a sync is reading the lists of the account now. */
  isReadingLists: (accountId: string) => boolean
  keychain: KeychainState
  isOffline: boolean
  ipBlocks: AppState['ipBlocks']
  /** Empty while they are not known. */
  usages: readonly QuotaUsage[]
}

/**
 * Everything that needs attention in the selected accounts, most severe first: the list of the overview and of the
 * tray.
 */
export function listAttentionItems({
  stored,
  runs,
  ordersNeedingDecision,
  accounts,
  isSelected,
  isReadingLists,
  keychain,
  isOffline,
  ipBlocks,
  usages,
}: AttentionSources): ShownAttentionItem[] {
  const accountsById = new Map(accounts.map((account) => [account.id, account]))
  const isCalling = keychain.state === 'ready' && !isOffline
  const isBlocked = ({ proxy }: Pick<Account, 'proxy'>) =>
    ipBlocks.some(({ proxyUrl }) => proxyUrl === (proxy?.url ?? null))
  return [
    ...createStoppedOrderRunAttentionItems(runs.filter(doesOrderRunWaitForUserToContinue), isSelected),
    ...createOrdersNeedingDecisionAttentionItems(ordersNeedingDecision, runs, isSelected),
    ...createUnsettledOrderAttentionItems(runs, isSelected, (accountId, { kinds }) => {
      const account = accountsById.get(accountId)
      return isCalling && !!account && !isBlocked(account) && mayAccountCheckOrderOutcomes(account, kinds)
    }),
    ...addKeychainItemOfAllAccounts(
      mergeFailedSyncItemsWithSameNetworkError(mergeStaleAccountItems(stored, isReadingLists)),
      keychain,
      accounts,
    ),
    ...createQuotaAttentionItems(usages, isSelected),
  ]
}

/**
 * Returns true if orders of the run are on hold or were declined. These orders continue only after an action of the
 * user.
 */
export function doesOrderRunWaitForUserToContinue(run: OrderRun): boolean {
  return run.waitsForYou > run.byStatus.needs_you + run.byStatus.needs_application && !run.isDismissed
}
