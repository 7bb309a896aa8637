import type { Domain } from '#shared/ipc/inventory.ts'

/**
 * Returns true if the registrar is being switched. Neither Whois nor the lock can be changed then. The newer reading of
 * the two settings decides, unless it has no answer.
 */
export function isRegistrarSwitchInProgress(kind: 'whois' | 'lock', domain: Pick<Domain, 'whois' | 'lock'>): boolean {
  const own = domain[kind]
  const other = domain[kind === 'whois' ? 'lock' : 'whois']
  const isOtherNewer = (other.readAt ?? 0) > (own.readAt ?? 0)
  const fromOther = isOtherNewer ? other.data?.locked_by_migration : undefined
  return fromOther ?? own.data?.locked_by_migration ?? false
}
