import { findGrantForService } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import type { RateLimitClass } from '#shared/api/service-limits.ts'
import type { AppStateForAutomaticReads, AutomaticReadObstacle } from '#shared/find-automatic-read-obstacle.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { isKeyUsable } from '#shared/key-states.ts'

/**
 * `service_not_granted`: no usable key has the service of the class. `key_tests_held`: not even tests of keys are sent
 * until this time, because keys were refused.
 */
export type CallObstacleOfLimitClass =
  AutomaticReadObstacle | { state: 'service_not_granted' } | { state: 'key_tests_held'; until: number }

/**
 * Returns why the account sends no call of the limit class: its own obstacle, or that no usable key has the service of
 * the class. Null if it may send calls. `obstacle`: why the account sends nothing by itself. A paused account and one
 * without a usable key still test keys, unless no key can be tested now.
 */
export function findCallObstacleOfLimitClass(
  { keys, proxy }: Pick<Account, 'keys' | 'proxy'>,
  limitClass: RateLimitClass,
  obstacle: AutomaticReadObstacle | null,
  { settings, keychain, ipBlocks, refusedKeysHolds }: AppStateForAutomaticReads,
): CallObstacleOfLimitClass | null {
  if (limitClass === 'account' && (obstacle?.state === 'paused' || obstacle?.state === 'no_usable_key')) {
    if (settings.isOffline) return { state: 'offline' }
    if (keychain.state !== 'ready') return { state: 'keychain' }
    const proxyUrl = proxy?.url ?? null
    const block = ipBlocks.find((each) => each.proxyUrl === proxyUrl)
    if (block) return { state: 'held', reason: 'assumed_block', until: block.until }
    const hold = refusedKeysHolds.find((each) => each.proxyUrl === proxyUrl)
    // A key in another state may have been accepted a short time ago. Its test is then sent also during a hold.
    if (hold && keys.every(({ state }) => state === 'quarantined'))
      return { state: 'key_tests_held', until: hold.until }
  }
  if (obstacle !== null && obstacle.state !== 'held') return obstacle
  const hasKey = keys.some(
    (key) =>
      isKeyUsable(key) &&
      (limitClass === 'account' || key.me === null || findGrantForService(key.me, limitClass) !== undefined),
  )
  return hasKey ? obstacle : { state: 'service_not_granted' }
}
