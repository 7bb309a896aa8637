import { isErrorCausedBy } from '#shared/error-kinds.ts'
import { mayAnyKeyReadList } from '#shared/api/may-any-key-read-list.ts'
import { getServiceInputErrors } from '#shared/app-error.ts'
import { dayMs } from '#shared/durations.ts'
import type { AttentionItem } from '#shared/ipc/overview-and-attention-item-schemas.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import { isKeyUsable } from '#shared/key-states.ts'
import { getKeyStateAt } from '#main/accounts/get-key-state-at.ts'
import { areDeniedListsUsual, keyExpiryWarningMs, listsStaleAfterMs } from '#main/accounts/assess-account-health.ts'
import { queryExpiryThresholdsByAccount } from '#main/accounts/folder-expiry-threshold-store.ts'
import { parseKeyRow, type KeyRow } from '#main/accounts/parse-account-and-key-rows.ts'
import { queryAccountPairOverlaps } from '#main/accounts/query-accounts-that-list-same-domain-or-server.ts'
import type { Database } from '#main/store/database.ts'
import { parseStoredError } from '#main/store/parse-stored-json.ts'
import { queryUnreadDetailsThatLastSyncsFailedToRead } from '#main/inventory/details/query-unread-details-that-last-syncs-failed-to-read.ts'
import { queryAllPendingShrunkenLists } from '#main/inventory/lists/pending-shrunken-list-store.ts'

/** Domain statuses that the overview lists. The first status needs an action of the user. */
const domainStatusesNeedingAttention = ['transfer_action_required', 'transferring', 'pending_create']
/** Server statuses that the overview lists, worst first. */
const serverStatusesNeedingAttention = ['suspended', 'setup_pending']

type IsAccountIncluded = (accountId: string) => boolean

/**
 * Returns items that need a decision of the user, worst first. `accountIds` null: all accounts; rows of other accounts
 * are not counted. An item leaves out paused accounts if only a call could resolve the item. `syncingAccountIds`: the
 * accounts whose sync runs now. The stored state does not tell, because a sync that `resume` can continue keeps it.
 */
export function queryAttentionItems(
  database: Database,
  accountIds: readonly string[] | null,
  syncingAccountIds: readonly string[],
  now: number,
): AttentionItem[] {
  const asked = accountIds && new Set(accountIds)
  const isAccountIncluded: IsAccountIncluded = (accountId) => asked === null || asked.has(accountId)
  const all: AttentionItem[] = [
    ...queryAccountsWithoutKeys(database),
    ...keyStates(database, now),
    ...failedSyncs(database, isAccountIncluded),
    ...shrunkenLists(database),
    ...goneResources(database, isAccountIncluded),
    ...domainAttention(database, isAccountIncluded, now),
    ...serverAttention(database, isAccountIncluded, now),
    ...keyExpiries(database, now),
    ...deniedLists(database, now),
    ...sharedDomains(database),
    ...failedDetails(database, new Set(syncingAccountIds)),
    ...staleAccounts(database, now),
  ]
  return all.filter(
    (item) =>
      !('accountId' in item) ||
      isAccountIncluded(item.accountId) ||
      ('otherAccountId' in item && isAccountIncluded(item.otherAccountId)),
  )
}

interface StoredKey {
  id: string
  account_id: string
  label: string
  state: string
  expires_at: number | null
}

function activeKeys(database: Database): StoredKey[] {
  return database.all<StoredKey>(
    `select k.id, k.account_id, k.label, k.state, k.expires_at from api_key k join account a on a.id = k.account_id
     where a.is_paused = 0 order by a.label collate nocase, a.id, k.label, k.id`,
  )
}

function queryAccountsWithoutKeys(database: Database): AttentionItem[] {
  const accounts = database.all<{ id: string }>(
    'select id from account where is_paused = 0 and id not in (select account_id from api_key) order by label collate nocase, id',
  )
  return accounts.map(({ id }) => ({ kind: 'no_keys', accountId: id }))
}

function keyStates(database: Database, now: number): AttentionItem[] {
  return activeKeys(database)
    .map((key) => ({ ...key, state: getKeyStateAt(key, now) }))
    .filter((key) => !isKeyUsable(key))
    .map(({ id, account_id, label, state }) => ({
      kind: 'key_state',
      accountId: account_id,
      keyId: id,
      keyLabel: label,
      state,
    }))
}

function keyExpiries(database: Database, now: number): AttentionItem[] {
  return activeKeys(database)
    .filter(
      (key) =>
        isKeyUsable({ state: getKeyStateAt(key, now) }) &&
        key.expires_at !== null &&
        key.expires_at <= now + keyExpiryWarningMs,
    )
    .sort((one, other) => (one.expires_at as number) - (other.expires_at as number))
    .map(({ id, account_id, label, expires_at }) => ({
      kind: 'key_expires',
      accountId: account_id,
      keyId: id,
      keyLabel: label,
      expiresAt: expires_at as number,
    }))
}

function deniedLists(database: Database, now: number): AttentionItem[] {
  const keys = database.all<KeyRow>(
    `select k.* from api_key k join account a on a.id = k.account_id
     where a.is_paused = 0 order by a.label collate nocase, a.id`,
  )
  return [...Map.groupBy(keys, (key) => key.account_id)].flatMap(([accountId, rows]) => {
    const own = rows.map((row) => parseKeyRow(row, now))
    const denied = (['domain', 'server'] as const)
      .filter((list) => !mayAnyKeyReadList(own, list))
      .map((list) => ({ list, hasEntries: hasListedRow(database, list, accountId) }))
    return areDeniedListsUsual(denied)
      ? []
      : denied.map(({ list }): AttentionItem => ({ kind: 'list_denied', accountId, list }))
  })
}

function hasListedRow(database: Database, table: 'domain' | 'server', accountId: string): boolean {
  return (
    database.get(`select 1 from ${table} where account_id = ? and gone_since is null limit 1`, accountId) !== undefined
  )
}

function failedSyncs(database: Database, isAccountIncluded: IsAccountIncluded): AttentionItem[] {
  const runs = database.all<{ account_id: string; at: number; error: string }>(
    `select r.account_id, r.error_at as at, r.error from sync_run r join account a on a.id = r.account_id
     where r.error is not null and a.is_paused = 0 order by at desc`,
  )
  const failed = runs.map((run) => ({ ...run, known: parseStoredError(run.error) }))
  const byKeychain = failed.filter(
    ({ account_id, known }) => known !== null && isErrorCausedBy(known, 'keychain') && isAccountIncluded(account_id),
  )
  const [newest] = byKeychain
  const keychain: AttentionItem[] = newest?.known
    ? [{ kind: 'keychain', error: newest.known, accountIds: byKeychain.map((run) => run.account_id) }]
    : []
  const others: AttentionItem[] = failed
    .filter(({ known }) => known === null || !isErrorCausedBy(known, 'keychain'))
    .map(({ account_id, at, known }) => {
      const message = known
        ? [known.serviceMessage ?? known.message, ...getServiceInputErrors(known)].join(' · ')
        : 'The sync failed for a reason that this version does not know'
      return { kind: 'sync_failed', accountId: account_id, at, code: known?.code ?? null, message, error: known }
    })
  return [...keychain, ...others]
}

/**
 * Counts failed details of ended syncs that have no other error, without those that were read since. A sync that read
 * nothing is shown as `sync_failed` only.
 */
function failedDetails(database: Database, syncing: ReadonlySet<string>): AttentionItem[] {
  const endedAt = new Map(
    database
      .all<{ account_id: string; at: number }>(
        `select r.account_id, coalesce(r.details_ended_at, r.details_counted_of) as at from sync_run r join account a on a.id = r.account_id
         where r.details_failed > 0 and r.error is null and a.is_paused = 0`,
      )
      .map(({ account_id, at }) => [account_id, at]),
  )
  return queryUnreadDetailsThatLastSyncsFailedToRead(database)
    .flatMap((unread) => {
      const at = endedAt.get(unread.accountId)
      return at === undefined || syncing.has(unread.accountId) ? [] : { kind: 'details_failed' as const, at, ...unread }
    })
    .sort((one, other) => other.at - one.at)
}

function shrunkenLists(database: Database): AttentionItem[] {
  return queryAllPendingShrunkenLists(database).map((list) => ({ kind: 'list_shrunk', ...list }))
}

function staleAccounts(database: Database, now: number): AttentionItem[] {
  const accounts = database.all<{ id: string; at: number | null }>(
    `select a.id, r.lists_read_at as at from account a left join sync_run r on r.account_id = a.id
     where a.is_paused = 0 and (r.lists_read_at is null or r.lists_read_at < ?)
     order by r.lists_read_at, a.label`,
    now - listsStaleAfterMs,
  )
  return accounts.map(({ id, at }) => ({ kind: 'stale', accountId: id, syncedAt: at }))
}

function sharedDomains(database: Database): AttentionItem[] {
  return queryAccountPairOverlaps(database)
    .toSorted((a, b) => b.count - a.count)
    .map(({ accountId, otherAccountId, count, names }) => ({
      kind: 'shared_domains',
      accountId,
      otherAccountId,
      count,
      example: names[0] ?? '',
    }))
}

/**
 * Counts all gone rows, as the list of gone rows does, so that both show the same number. The item disappears when the
 * user forgets the rows.
 */
function goneResources(database: Database, isAccountIncluded: IsAccountIncluded): AttentionItem[] {
  return (['domain', 'server'] as const).flatMap((table) => {
    const found = countByAccount(
      database,
      isAccountIncluded,
      `select account_id, count(*) as n from ${table} where gone_since is not null group by account_id`,
    )
    return found.count > 0 ? [{ kind: `${table}s_gone` as const, ...found }] : []
  })
}

function domainAttention(database: Database, isAccountIncluded: IsAccountIncluded, now: number): AttentionItem[] {
  const expired = countByAccount(
    database,
    isAccountIncluded,
    `select account_id, count(*) as n from domain where status = 'expired' and gone_since is null group by account_id`,
  )
  const pending = domainStatusesNeedingAttention.map((status) => ({
    status,
    ...countByAccount(
      database,
      isAccountIncluded,
      'select account_id, count(*) as n from domain where status = ? and gone_since is null group by account_id',
      status,
    ),
  }))
  return [
    ...(expired.count > 0 ? [{ kind: 'domains_expired' as const, ...expired }] : []),
    ...pending
      .filter(({ status, count }) => count > 0 && status === domainStatusesNeedingAttention[0])
      .map((found) => ({ kind: 'domains_pending' as const, ...found })),
    ...expiring('domains_expiring', now, queryIncludedThresholds(database, isAccountIncluded), (until) =>
      database.all(
        `select account_id as id, count(*) as n from domain where coalesce(expiry_date, '9999-99-99') <= ? and status = 'active' and gone_since is null group by account_id`,
        until,
      ),
    ),
    ...pending
      .filter(({ status, count }) => count > 0 && status !== domainStatusesNeedingAttention[0])
      .map((found) => ({ kind: 'domains_pending' as const, ...found })),
  ]
}

function serverAttention(database: Database, isAccountIncluded: IsAccountIncluded, now: number): AttentionItem[] {
  return [
    ...serverStatusesNeedingAttention.flatMap((status) => {
      const found = countByAccount(
        database,
        isAccountIncluded,
        'select account_id, count(*) as n from server where status = ? and gone_since is null group by account_id',
        status,
      )
      return found.count > 0 ? [{ kind: 'servers_pending' as const, status, ...found }] : []
    }),
    ...expiring('servers_expiring', now, queryIncludedThresholds(database, isAccountIncluded), (until) =>
      database.all(
        'select account_id as id, count(*) as n from server where expiry_date <= ? and gone_since is null group by account_id',
        until,
      ),
    ),
  ]
}

interface AccountCount {
  count: number
  accountIds: string[]
}

function queryIncludedThresholds(
  database: Database,
  isAccountIncluded: IsAccountIncluded,
): Map<string, readonly number[]> {
  return new Map([...queryExpiryThresholdsByAccount(database)].filter(([accountId]) => isAccountIncluded(accountId)))
}

/**
 * Returns one item per threshold, the shortest first. An item counts the rows that have expired or expire by the last
 * day of its threshold (date in Japan), in the accounts whose own threshold is at least as long. An item that would add
 * no row to the items of shorter thresholds is left out.
 */
function expiring<Kind extends 'domains_expiring' | 'servers_expiring'>(
  kind: Kind,
  now: number,
  thresholds: ReadonlyMap<string, readonly number[]>,
  queryCountsUntil: (until: string) => { id: string; n: number }[],
) {
  const days = [...new Set([...thresholds.values()].flat())].toSorted((one, other) => one - other)
  const longest = new Map([...thresholds].map(([accountId, own]) => [accountId, Math.max(...own)]))
  let before: { count: number; counts: ReadonlyMap<string, number> } = { count: 0, counts: new Map() }
  return days.flatMap((each) => {
    const all = queryCountsUntil(formatJapanDate(now + each * dayMs)).filter(({ id }) => thresholds.has(id))
    const counts = new Map(all.filter(({ id }) => (longest.get(id) ?? 0) >= each).map(({ id, n }) => [id, n]))
    const hasMore = [...counts].some(
      ([id, n]) => thresholds.get(id)?.includes(each) && n > (before.counts.get(id) ?? 0),
    )
    if (!hasMore) return []
    const count = [...counts.values()].reduce((sum, n) => sum + n, 0)
    const containsBefore = [...before.counts.keys()].every((id) => counts.has(id))
    const countedBefore = containsBefore ? before.count : 0
    before = { count, counts }
    return [
      {
        kind,
        days: each,
        count,
        countedBefore,
        accountIds: [...counts.keys()],
        excludesAccounts: counts.size < all.length,
      },
    ]
  })
}

function countByAccount(
  database: Database,
  isAccountIncluded: IsAccountIncluded,
  sql: string,
  ...params: string[]
): AccountCount {
  const rows = database
    .all<{ account_id: string; n: number }>(sql, ...params)
    .filter(({ account_id }) => isAccountIncluded(account_id))
  return { count: rows.reduce((sum, { n }) => sum + n, 0), accountIds: rows.map(({ account_id }) => account_id) }
}
