import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { CallWait } from '#renderer/account-data/find-call-wait-reasons-to-show.ts'

/** `at`: epoch milliseconds. `not_before`: the check is planned earlier, but its calls wait until this time. */
export type NextOrderOutcomeCheck = { when: 'soon' } | { when: 'planned' | 'not_before'; at: number }

/** Returns when Banto checks the outcome next; null if no check is planned. `wait`: that of the order's calls. */
export function findNextOrderOutcomeCheck(
  { nextLookAt }: Pick<OrderIntentView, 'nextLookAt'>,
  wait: CallWait | null,
  now: number,
): NextOrderOutcomeCheck | null {
  if (nextLookAt === null) return null
  if (wait !== null && wait.until > Math.max(nextLookAt, now)) return { when: 'not_before', at: wait.until }
  return nextLookAt <= now ? { when: 'soon' } : { when: 'planned', at: nextLookAt }
}
