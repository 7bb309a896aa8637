import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'
import { findAccountCallWait, type CallWait } from '#renderer/account-data/find-call-wait-reasons-to-show.ts'

const limitClasses = { order: 'server', acquire: 'domain', transfer: 'domain', renew: 'domain' } satisfies Record<
  OrderIntentKind,
  QuotaUsage['limitClass']
>

/** Returns for what the calls that send or check the order wait; null if they need not wait, or only a moment. */
export function findOrderCallWait(
  { kind, accountId }: Pick<OrderIntentView['item'], 'kind' | 'accountId'>,
  usages: readonly QuotaUsage[],
  now: number,
): CallWait | null {
  const usagesOfClass = usages.filter(({ limitClass }) => limitClass === limitClasses[kind])
  return findAccountCallWait(usagesOfClass, accountId, now)
}
