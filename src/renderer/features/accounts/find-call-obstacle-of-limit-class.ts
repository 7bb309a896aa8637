import { findGrantForService } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import type { RateLimitClass } from '#shared/api/service-limits.ts'
import type { AutomaticReadObstacle } from '#shared/find-automatic-read-obstacle.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { isKeyUsable } from '#shared/key-states.ts'

/** `service_not_granted`: no usable key has the service of the class. */
export type CallObstacleOfLimitClass = AutomaticReadObstacle | { state: 'service_not_granted' }

/**
 * Returns why the account sends no call of the limit class: its own obstacle, or that no usable key has the service of
 * the class. Null if it may send calls. `obstacle`: why the account sends nothing by itself.
 */
export function findCallObstacleOfLimitClass(
  { keys }: Pick<Account, 'keys'>,
  limitClass: RateLimitClass,
  obstacle: AutomaticReadObstacle | null,
): CallObstacleOfLimitClass | null {
  if (obstacle !== null && obstacle.state !== 'held') return obstacle
  const hasKey = keys.some(
    (key) =>
      isKeyUsable(key) &&
      (limitClass === 'account' || key.me === null || findGrantForService(key.me, limitClass) !== undefined),
  )
  return hasKey ? obstacle : { state: 'service_not_granted' }
}
