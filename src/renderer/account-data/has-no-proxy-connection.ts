import type { Account } from '#shared/ipc/accounts.ts'

/** Whether the last calls of the account got no connection through its proxy, so that its readings wait for the proxy. */
export function hasNoProxyConnection({ health }: Pick<Account, 'health'>): boolean {
  return health.reasons.some((reason) => reason === 'proxy_unreachable' || reason === 'proxy_refused')
}
