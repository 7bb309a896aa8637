import { domainDetailKinds, type DomainDetailKind } from '#shared/domain-and-server-detail-kinds.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { Domain } from '#shared/ipc/inventory.ts'
import type { Database } from '#main/store/database.ts'

/** The detail whose reading shows a change, by the kind of the change. */
const detailKindsByChangeKind: Record<DomainChange['kind'], DomainDetailKind> = {
  add: 'zone',
  change: 'zone',
  delete: 'zone',
  nameservers: 'nameservers',
  whois: 'whois',
  lock: 'lock',
}
/** The same for a request of the console, by the segment of its path after the domain. */
const detailKindsByPathSegment: Record<string, DomainDetailKind> = {
  dns: 'zone',
  nameservers: 'nameservers',
  whois: 'whois',
  'registrar-lock': 'lock',
}

/**
 * Returns when the newest change with an unknown outcome was logged, for each detail of the domain that it may have
 * changed. A request of the console to another path may have changed all of them. The account does not matter: accounts
 * that list the same domain show the same details.
 */
export function queryTimesOfChangesWithUnknownOutcome(database: Database, domain: string): Domain['unknownChangeAt'] {
  const times: Domain['unknownChangeAt'] = { detail: null, zone: null, nameservers: null, whois: null, lock: null }
  const changes = database.all<{ kind: string; path: string | null; at: number }>(
    `select kind, json_extract(change, '$.path') as path, coalesce(confirmed_at, at) as at from change_log
     where domain = ? and result = 'unknown' and kind <> 'server'`,
    domain,
  )
  for (const { kind, path, at } of changes) {
    const changed =
      path === null
        ? detailKindsByChangeKind[kind as DomainChange['kind']]
        : detailKindsByPathSegment[path.split('/')[4] ?? '']
    for (const detail of changed ? [changed] : domainDetailKinds) times[detail] = Math.max(times[detail] ?? 0, at)
  }
  return times
}
