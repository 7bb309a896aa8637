import type { Account } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import { isKeyUsable } from './key-states.ts'

/**
 * Why nothing of an account is read by itself now, whatever its schedule is. `held`: calls of its source address wait;
 * after `refused_keys`, only those with keys that were not accepted since.
 */
export type AutomaticReadObstacle =
  | { state: 'paused' | 'offline' | 'no_usable_key' | 'keychain' }
  | { state: 'held'; reason: 'assumed_block' | 'refused_keys'; until: number | null }

export type AppStateForAutomaticReads = Pick<AppState, 'settings' | 'keychain' | 'ipBlocks' | 'refusedKeysHolds'>

/** Returns why nothing of the account may be read automatically now; null if reading may start. */
export function findAutomaticReadObstacle(
  account: Pick<Account, 'isPaused' | 'keys' | 'proxy'>,
  { settings, keychain, ipBlocks, refusedKeysHolds }: AppStateForAutomaticReads,
): AutomaticReadObstacle | null {
  if (account.isPaused) return { state: 'paused' }
  if (settings.isOffline) return { state: 'offline' }
  if (!account.keys.some(isKeyUsable)) return { state: 'no_usable_key' }
  if (keychain.state !== 'ready') return { state: 'keychain' }
  const proxyUrl = account.proxy?.url ?? null
  const block = ipBlocks.find((each) => each.proxyUrl === proxyUrl)
  if (block) return { state: 'held', reason: 'assumed_block', until: block.until }
  const hold = refusedKeysHolds.find((each) => each.proxyUrl === proxyUrl)
  return hold ? { state: 'held', reason: 'refused_keys', until: hold.until } : null
}
