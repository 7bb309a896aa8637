import type { RouteLocationRaw } from 'vue-router'
import type { ChangeLogEntry } from '#shared/ipc/change-log.ts'

/**
 * Returns whether a logged change concerns a domain or a server; null for a console request without a target in its
 * path.
 */
export function getTargetKindOfChange({
  domain,
  change,
}: Pick<ChangeLogEntry, 'domain' | 'change'>): 'domain' | 'server' | null {
  if (domain === '') return null
  if (change.kind === 'console') return change.path.startsWith('/v1/server/') ? 'server' : 'domain'
  return change.kind === 'server' ? 'server' : 'domain'
}

/** Returns the route that shows the domain or server that a change concerns. */
export function findChangeTargetRoute(
  entry: Pick<ChangeLogEntry, 'accountId' | 'domain' | 'change'>,
): RouteLocationRaw | null {
  const kind = getTargetKindOfChange(entry)
  return kind && { name: kind, params: { accountId: entry.accountId, name: entry.domain } }
}
