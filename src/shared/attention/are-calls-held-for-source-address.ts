import type { Account } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'

/**
 * True while calls from the source address of one of these accounts are held. An assumed block holds all calls. Refused
 * keys hold some.
 */
export function areCallsHeldForSourceAddress(
  { ipBlocks, refusedKeysHolds }: Pick<AppState, 'ipBlocks' | 'refusedKeysHolds'>,
  accounts: readonly Pick<Account, 'proxy'>[],
): boolean {
  const held = new Set([...ipBlocks, ...refusedKeysHolds].map(({ proxyUrl }) => proxyUrl))
  return accounts.some(({ proxy }) => held.has(proxy?.url ?? null))
}
