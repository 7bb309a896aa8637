import type { AttentionItem } from '#shared/ipc/overview-and-attention-item-schemas.ts'
import type { WireError } from '#shared/app-error.ts'
import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'

/** An item of the attention list. Some kinds merge the items of several accounts. */
export type ShownAttentionItem =
  | AttentionItem
  | { kind: 'stale_many'; accountIds: string[] }
  /** Calls of the domain API in 24 hours. `usage`: null for several accounts. */
  | { kind: 'quota_nearly_used'; accountIds: string[]; usage: { used: number; all: number } | null }
  /** `at`: when the last of these syncs failed, epoch milliseconds. */
  | { kind: 'sync_failed_many'; at: number; error: WireError; accountIds: string[] }
  | { kind: 'orders_need_you'; count: number; accountIds: string[] }
  | { kind: 'run_stopped'; run: OrderRun; reason: 'declined' | 'held'; count: number; accountIds: string[] }
  /** `count`: declined and held orders. `onHold`: the orders among these that are held and not sent yet. */
  | { kind: 'run_stopped'; run: OrderRun; reason: 'balance'; count: number; onHold: number; accountIds: string[] }
  /**
   * `isBeingChecked`: false while the accounts are paused or have no usable key, or while none of their calls is sent,
   * such as offline or during an assumed block. `kinds`: those of the counted runs.
   */
  | { kind: 'orders_unsettled'; isBeingChecked: boolean; count: number; accountIds: string[]; kinds: OrderIntentKind[] }

/** Ids of the accounts that an item concerns. */
export function listAttentionAccountIds(item: ShownAttentionItem): string[] {
  if ('accountIds' in item) return item.accountIds
  return item.kind === 'shared_domains' ? [item.accountId, item.otherAccountId] : [item.accountId]
}

/** Returns a key that stays the same while counts or reasons of an item change, so that focus stays in its row. */
export function getAttentionItemKey(item: ShownAttentionItem): string {
  const {
    accountId,
    otherAccountId,
    keyId,
    status,
    days,
    list,
    reason,
    run,
    isBeingChecked,
  }: Partial<Record<string, unknown>> = item
  return JSON.stringify([
    item.kind,
    accountId,
    otherAccountId,
    keyId,
    status,
    days,
    list,
    reason,
    isBeingChecked,
    (run as { id?: string } | undefined)?.id,
    item.kind === 'sync_failed_many' ? item.error.kind : null,
  ])
}
