import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'

/** Returns when Banto checks the outcome next: a time that is not past, `soon`, or null if no check is planned. */
export function findNextOrderOutcomeCheckTime(
  { nextLookAt }: Pick<OrderIntentView, 'nextLookAt'>,
  now: number,
): number | 'soon' | null {
  return nextLookAt !== null && nextLookAt <= now ? 'soon' : nextLookAt
}
