import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { formatWait } from '#renderer/ui/time/format-relative-time.ts'
import type { CallObstacleOfLimitClass } from './find-call-obstacle-of-limit-class.ts'

type Translate = Parameters<typeof formatWait>[1]

/**
 * Says when the next call of a limit class can be sent, or why none can. Of several waits, it names the one that ends
 * last. `obstacle`: why the account sends
 * nothing by itself.
 */
export function describeWhenNextCallOfQuotaIsPossible(
  {
    limitClass,
    heldUntil,
    waitsForAnswer,
    nextFreeAt,
    waiting,
  }: Pick<QuotaUsage, 'limitClass' | 'heldUntil' | 'waitsForAnswer' | 'nextFreeAt' | 'waiting'>,
  obstacle: CallObstacleOfLimitClass | null,
  now: number,
  t: Translate,
): string {
  // The test of a key belongs to this class. It is also sent for a paused account and with a key that is not usable.
  if (limitClass === 'account' && (obstacle?.state === 'paused' || obstacle?.state === 'no_usable_key'))
    return t(`accounts.quota.onlyKeyTest.${obstacle.state}`)
  if (obstacle && obstacle.state !== 'key_tests_held' && (obstacle.state !== 'held' || obstacle.until === null))
    return t(`accounts.quota.noCall.${obstacle.state}`)
  const holdsAll =
    obstacle?.state === 'key_tests_held' || (obstacle?.state === 'held' && obstacle.reason === 'assumed_block')
  const blockedMs = holdsAll ? (obstacle.until ?? 0) - now : 0
  const waitMs = nextFreeAt === null ? 0 : nextFreeAt - now
  if (blockedMs > 0 && blockedMs >= waitMs) return t('accounts.quota.blocked', { wait: formatWait(blockedMs, t) })
  // Refused keys hold no calls with keys that were accepted since, so `heldUntil` alone states whether calls are held.
  // An interactive call is never held: it is sent or fails at once.
  const heldMs = (heldUntil ?? 0) - now
  if (heldMs > 0 && heldMs >= waitMs) return t('accounts.quota.held', { wait: formatWait(heldMs, t) })
  if (waitsForAnswer) return t('accounts.quota.onAnswer')
  if (waitMs > 0) return t('accounts.quota.inTime', { wait: formatWait(waitMs, t) })
  const isAnyWaiting = Object.values(waiting).some((count) => count > 0)
  // Background calls wait while the rest of the minute is reserved for the user's calls, and no sync starts by itself
  // after refused keys.
  return t(isAnyWaiting || obstacle ? 'accounts.quota.atOnceByHand' : 'accounts.quota.atOnce')
}
