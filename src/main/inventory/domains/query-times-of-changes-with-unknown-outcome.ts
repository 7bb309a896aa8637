import { domainDetailKinds, type DomainDetailKind } from '#shared/domain-and-server-detail-kinds.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { Domain } from '#shared/ipc/inventory.ts'
import { queryAccountIdsOfSameService } from '#main/accounts/query-account-ids-of-same-service.ts'
import type { Database } from '#main/store/database.ts'
import { queryMergedAccountIds } from '#main/store/merged-account-store.ts'

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
 * changed. A request of the console to another path may have changed all of them. Accounts of one service that list the
 * same domain show the same details. The service of a removed account is not known, so its changes count, too.
 */
export function queryTimesOfChangesWithUnknownOutcome(
  database: Database,
  accountId: string,
  domain: string,
): Domain['unknownChangeAt'] {
  const times: Domain['unknownChangeAt'] = { detail: null, zone: null, nameservers: null, whois: null, lock: null }
  const changes = database.all<{ accountId: string; kind: string; path: string | null; at: number }>(
    `select account_id as accountId, kind, json_extract(change, '$.path') as path, coalesce(confirmed_at, at) as at
     from change_log where domain = ? and result = 'unknown' and kind <> 'server'`,
    domain,
  )
  if (changes.length === 0) return times
  const { currentId } = queryMergedAccountIds(database)
  const ofService = new Set(queryAccountIdsOfSameService(database, accountId))
  const stored = new Set(database.all<{ id: string }>('select id from account').map(({ id }) => id))
  const isOfOtherService = (id: string): boolean => stored.has(id) && !ofService.has(id)
  for (const { accountId: sentBy, kind, path, at } of changes) {
    if (isOfOtherService(currentId(sentBy))) continue
    const changed =
      path === null
        ? detailKindsByChangeKind[kind as DomainChange['kind']]
        : detailKindsByPathSegment[path.split('/')[4] ?? '']
    for (const detail of changed ? [changed] : domainDetailKinds) times[detail] = Math.max(times[detail] ?? 0, at)
  }
  return times
}
