import type { Account } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'

/**
 * An assumed block of the address that the account's calls come from; `until`: epoch milliseconds, null: no end is
 * known.
 */
export interface IpBlockWait {
  cause: 'block'
  until: number | null
}

/** Returns the assumed block of the account's source address; null if there is none. */
export function findIpBlockWait(
  { ipBlocks }: Pick<AppState, 'ipBlocks'>,
  { proxy }: Pick<Account, 'proxy'>,
): IpBlockWait | null {
  const block = ipBlocks.find(({ proxyUrl }) => proxyUrl === (proxy?.url ?? null))
  return block ? { cause: 'block', until: block.until } : null
}
