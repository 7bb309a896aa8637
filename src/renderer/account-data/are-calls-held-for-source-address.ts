import type { Account } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'

/**
 * True while calls of one of these accounts are held for the source address that they come from: by an assumed block,
 * which holds all calls, or after refused keys, which hold some.
 */
export function areCallsHeldForSourceAddress(
  { ipBlocks, refusedKeysHolds }: Pick<AppState, 'ipBlocks' | 'refusedKeysHolds'>,
  accounts: readonly Pick<Account, 'proxy'>[],
): boolean {
  const held = new Set([...ipBlocks, ...refusedKeysHolds].map(({ proxyUrl }) => proxyUrl))
  return accounts.some(({ proxy }) => held.has(proxy?.url ?? null))
}
