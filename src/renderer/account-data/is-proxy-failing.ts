import type { Account } from '#shared/ipc/accounts.ts'

/**
 * Returns true if the last calls of the account got no connection through its proxy. Its readings then wait for the
 * proxy.
 */
export function isProxyFailing({ health }: Pick<Account, 'health'>): boolean {
  return health.reasons.some((reason) => reason === 'proxy_unreachable' || reason === 'proxy_refused')
}
