import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { WaitBeforeNextCall } from '#renderer/account-data/find-account-wait-before-next-call.ts'

/**
 * `at`: epoch milliseconds. `not_before`: the check is planned earlier, but its calls wait until this time. `held`: its
 * calls wait, and the end of the wait is not known.
 */
export type NextOrderOutcomeCheck = { when: 'soon' | 'held' } | { when: 'planned' | 'not_before'; at: number }

/** Returns when Banto checks the outcome next; null if no check is planned. `wait`: that of the order's calls. */
export function findNextOrderOutcomeCheck(
  { nextLookAt }: Pick<OrderIntentView, 'nextLookAt'>,
  wait: WaitBeforeNextCall | null,
  now: number,
): NextOrderOutcomeCheck | null {
  if (nextLookAt === null) return null
  if (wait?.until === null) return { when: 'held' }
  if (wait && wait.until > Math.max(nextLookAt, now)) return { when: 'not_before', at: wait.until }
  return nextLookAt <= now ? { when: 'soon' } : { when: 'planned', at: nextLookAt }
}
