import type { WaitBeforeNextCall } from '#renderer/account-data/find-account-wait-before-next-call.ts'
import { formatWaitEnd } from '#renderer/ui/time/format-wait-end.ts'

/** Says when an account can make its next call; null if at once. */
export function describeWhenAccountCanCallNext(
  wait: WaitBeforeNextCall | null,
  t: (key: string, values: Record<string, unknown>, plural: number) => string,
): string | null {
  if (wait === null) return null
  return wait.until === null
    ? t('orders.callWait.held', {}, 1)
    : t(`orders.callWait.${wait.mayEndEarlier ? 'heldUntil' : 'until'}`, { time: formatWaitEnd(wait.until) }, 1)
}
