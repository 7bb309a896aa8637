import type { WireError } from '#shared/app-error.ts'
import { isCausedBy } from '#shared/error-kinds.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { AttentionItem } from '#shared/ipc/overview-schemas.ts'
import type { OrderRun } from '#shared/ipc/order-runs.ts'

export const urgencies = ['now', 'soon', 'running'] as const
export type Urgency = (typeof urgencies)[number]

/** Statuses of a procedure that continues only after an action of the user. */
const statusesWaitingForPerson = ['transfer_action_required', 'suspended']
/** Statuses that the service completes without an action of the user. */
const statusesEndingByThemselves = ['transferring', 'pending_create', 'setup_pending']

/** An item of the attention list. Some kinds merge the items of several accounts. */
export type ShownAttentionItem =
  | AttentionItem
  | { kind: 'stale_many'; accountIds: string[] }
  | { kind: 'sync_failed_many'; error: WireError; accountIds: string[] }
  | { kind: 'orders_need_you'; count: number; accountIds: string[] }
  | { kind: 'run_stopped'; run: OrderRun; reason: 'declined' | 'held'; count: number; accountIds: string[] }
  /** `count`: declined and held orders. `onHold`: those of them that are held and not sent yet. */
  | { kind: 'run_stopped'; run: OrderRun; reason: 'balance'; count: number; onHold: number; accountIds: string[] }
  | { kind: 'orders_unsettled'; count: number; accountIds: string[] }

/** Merges stale accounts into one item. An account that is syncing now is left out, because it needs no other sync. */
export function mergeStaleItems(
  items: readonly AttentionItem[],
  isSyncing: (accountId: string) => boolean,
): ShownAttentionItem[] {
  const stale = items.filter((item) => item.kind === 'stale' && !isSyncing(item.accountId)) as Extract<
    AttentionItem,
    { kind: 'stale' }
  >[]
  const others = items.filter((item) => item.kind !== 'stale')
  if (stale.length < 2) return [...others, ...stale]
  return [...others, { kind: 'stale_many', accountIds: stale.map((item) => item.accountId) }]
}

/**
 * While the keychain cannot be read, no key is usable. The keychain item therefore names every account with a key, not
 * only the accounts whose sync has failed so far.
 */
export function addAllAccountsToKeychainItem(
  items: readonly ShownAttentionItem[],
  hasKeychain: boolean,
  selected: readonly Pick<Account, 'id' | 'keys'>[],
): ShownAttentionItem[] {
  const accountIds = selected.filter(({ keys }) => keys.length > 0).map(({ id }) => id)
  return items.map((item) => (item.kind === 'keychain' && !hasKeychain ? { ...item, accountIds } : item))
}

type FailedSync = Extract<AttentionItem, { kind: 'sync_failed' }>
/**
 * Merges syncs of several accounts that failed with the same network error into one item, at the position of the first.
 * A network error has one cause for all accounts, unlike an error answer of the service.
 */
export function mergeUnreachableItems(items: readonly ShownAttentionItem[]): ShownAttentionItem[] {
  const isUnreached = (item: ShownAttentionItem): item is FailedSync & { error: WireError } =>
    item.kind === 'sync_failed' && item.error !== null && isCausedBy(item.error, 'network')
  const unreached = items.filter(isUnreached)
  return items.flatMap((item): ShownAttentionItem[] => {
    if (!isUnreached(item)) return [item]
    const alike = unreached.filter(({ error }) => error.kind === item.error.kind)
    if (alike.length < 2) return [item]
    return item === alike[0]
      ? [{ kind: 'sync_failed_many', error: item.error, accountIds: alike.map(({ accountId }) => accountId) }]
      : []
  })
}

type Count = 'blockedByBalance' | 'onHoldForBalance' | 'declined' | 'onHold' | 'unsettled'

/** The sum of a count over the selected accounts of the runs, and the accounts whose count is not 0. */
function countOf(
  runs: readonly OrderRun[],
  count: Count,
  isSelected: (accountId: string) => boolean,
): { count: number; accountIds: string[] } {
  const accounts = runs
    .flatMap((run) => run.accounts)
    .filter((account) => account[count] > 0 && isSelected(account.accountId))
  return {
    count: accounts.reduce((sum, account) => sum + account[count], 0),
    accountIds: [...new Set(accounts.map(({ accountId }) => accountId))],
  }
}

/** Items for declined and held orders of runs, one per run and reason. `accountIds`: the accounts of these orders. */
export function stoppedRunItems(
  runs: readonly OrderRun[],
  isSelected: (accountId: string) => boolean,
): ShownAttentionItem[] {
  return runs
    .flatMap((run) => [
      {
        kind: 'run_stopped' as const,
        run,
        reason: 'balance' as const,
        ...countOf([run], 'blockedByBalance', isSelected),
        onHold: countOf([run], 'onHoldForBalance', isSelected).count,
      },
      { kind: 'run_stopped' as const, run, reason: 'declined' as const, ...countOf([run], 'declined', isSelected) },
      { kind: 'run_stopped' as const, run, reason: 'held' as const, ...countOf([run], 'onHold', isSelected) },
    ])
    .filter(({ count }) => count > 0)
}

/** Orders that may have been charged and are being checked. Those that need a decision are a separate item. */
export function unsettledOrderItems(
  runs: readonly OrderRun[],
  isSelected: (accountId: string) => boolean,
): ShownAttentionItem[] {
  const unsettled = countOf(runs, 'unsettled', isSelected)
  return unsettled.count > 0 ? [{ kind: 'orders_unsettled', ...unsettled }] : []
}

export function attentionUrgency(item: ShownAttentionItem): Urgency {
  switch (item.kind) {
    case 'run_stopped':
    case 'orders_need_you':
    case 'no_keys':
    case 'key_state':
    case 'keychain':
    case 'sync_failed':
    case 'sync_failed_many':
    case 'list_shrunk':
    case 'domains_expired':
      return 'now'
    case 'domains_pending':
    case 'servers_pending':
      return statusesWaitingForPerson.includes(item.status)
        ? 'now'
        : statusesEndingByThemselves.includes(item.status)
          ? 'running'
          : 'soon'
    case 'orders_unsettled':
      return 'running'
    default:
      return 'soon'
  }
}

/** Ids of the accounts that an item concerns. */
export function attentionAccountIds(item: ShownAttentionItem): string[] {
  if ('accountIds' in item) return item.accountIds
  return item.kind === 'shared_domains' ? [item.accountId, item.otherAccountId] : [item.accountId]
}

/** A key that stays the same while counts or reasons of an item change, so that focus stays in its row. */
export function attentionItemKey(item: ShownAttentionItem): string {
  const { accountId, otherAccountId, keyId, status, days, list, reason, run }: Partial<Record<string, unknown>> = item
  return JSON.stringify([
    item.kind,
    accountId,
    otherAccountId,
    keyId,
    status,
    days,
    list,
    reason,
    (run as { id?: string } | undefined)?.id,
    item.kind === 'sync_failed_many' ? item.error.kind : null,
  ])
}

/** Groups items by urgency. The items of a group keep their order. Empty groups are left out. */
export function groupAttentionByUrgency(
  items: readonly ShownAttentionItem[],
): { urgency: Urgency; items: ShownAttentionItem[] }[] {
  return urgencies
    .map((urgency) => ({ urgency, items: items.filter((item) => attentionUrgency(item) === urgency) }))
    .filter((group) => group.items.length > 0)
}
