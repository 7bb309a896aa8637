import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import { findAccountCallWait } from '#renderer/account-data/find-call-wait-reasons-to-show.ts'

/** `at`: epoch milliseconds. `not_before`: the check is planned earlier, but its calls wait until this time. */
export type NextOrderOutcomeCheck = { when: 'soon' } | { when: 'planned' | 'not_before'; at: number }

const limitClassOfChecks = { order: 'server', acquire: 'domain', transfer: 'domain', renew: 'domain' } satisfies Record<
  OrderIntentKind,
  QuotaUsage['limitClass']
>

/** Returns when Banto checks the outcome next; null if no check is planned. `now`: epoch milliseconds. */
export function findNextOrderOutcomeCheck(
  {
    nextLookAt,
    item,
  }: Pick<OrderIntentView, 'nextLookAt'> & { item: Pick<OrderIntentView['item'], 'kind' | 'accountId'> },
  usages: readonly QuotaUsage[],
  now: number,
): NextOrderOutcomeCheck | null {
  if (nextLookAt === null) return null
  const usagesOfClass = usages.filter(({ limitClass }) => limitClass === limitClassOfChecks[item.kind])
  const waitEnd = findAccountCallWait(usagesOfClass, item.accountId, now)?.until ?? now
  if (waitEnd > Math.max(nextLookAt, now)) return { when: 'not_before', at: waitEnd }
  return nextLookAt <= now ? { when: 'soon' } : { when: 'planned', at: nextLookAt }
}
