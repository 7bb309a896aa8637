import type { Account } from '#shared/ipc/accounts.ts'
import { isSyncRunning, type SyncProgress } from '#shared/ipc/sync.ts'

/**
 * Returns true if the last calls of the account got no connection through its proxy. Its readings then wait for the
 * proxy.
 */
export function isProxyFailing({ health }: Pick<Account, 'health'>): boolean {
  return health.reasons.some((reason) => reason === 'proxy_unreachable' || reason === 'proxy_refused')
}

/**
 * Returns true if the account's running sync, or else its last one, got no connection through the proxy. The stored
 * error is that of an earlier sync until a running sync has read its lists, and after a sync was cancelled.
 */
export function hasNewestSyncNoProxy(account: Pick<Account, 'health'>, progress: SyncProgress | undefined): boolean {
  if (progress && isSyncRunning(progress)) return progress.responsiveness === 'no_proxy'
  return progress?.state !== 'cancelled' && isProxyFailing(account)
}
