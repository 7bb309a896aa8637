import { findGrantForService } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import type { RateLimitClass } from '#shared/api/service-limits.ts'
import type { AppStateForAutomaticReads, AutomaticReadObstacle } from '#shared/find-automatic-read-obstacle.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { isKeyUsable } from '#shared/key-states.ts'

/** `service_not_granted`: no usable key has the service of the class. */
export type CallObstacleOfLimitClass = AutomaticReadObstacle | { state: 'service_not_granted' }

/**
 * Returns why the account sends no call of the limit class: its own obstacle, or that no usable key has the service of
 * the class. Null if it may send calls. `obstacle`: why the account sends nothing by itself. A paused account and one
 * without a usable key still test keys, unless no key can be tested now.
 */
export function findCallObstacleOfLimitClass(
  { keys }: Pick<Account, 'keys'>,
  limitClass: RateLimitClass,
  obstacle: AutomaticReadObstacle | null,
  { settings, keychain }: Pick<AppStateForAutomaticReads, 'settings' | 'keychain'>,
): CallObstacleOfLimitClass | null {
  if (limitClass === 'account' && (obstacle?.state === 'paused' || obstacle?.state === 'no_usable_key')) {
    if (settings.isOffline) return { state: 'offline' }
    if (keychain.state !== 'ready') return { state: 'keychain' }
  }
  if (obstacle !== null && obstacle.state !== 'held') return obstacle
  const hasKey = keys.some(
    (key) =>
      isKeyUsable(key) &&
      (limitClass === 'account' || key.me === null || findGrantForService(key.me, limitClass) !== undefined),
  )
  return hasKey ? obstacle : { state: 'service_not_granted' }
}
