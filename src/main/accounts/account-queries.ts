import { AppError } from '#shared/app-error.ts'
import { mayAnyKeyReadList } from '#shared/api/may-any-key-read-list.ts'
import { compareInNaturalOrder } from '#shared/compare-in-natural-order.ts'
import type { Account, Key } from '#shared/ipc/accounts.ts'
import type { ServiceResponsiveness } from '#shared/ipc/sync.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { assessAccountHealth } from './assess-account-health.ts'
import {
  countMovingDomainsByAccount,
  queryAccountPairOverlaps,
  type AccountPairOverlap,
} from './query-accounts-that-list-same-domain-or-server.ts'
import { queryUnreadDetailsThatLastSyncsFailedToRead } from '#main/inventory/details/query-unread-details-that-last-syncs-failed-to-read.ts'
import { queryAllPendingShrunkenLists } from '#main/inventory/lists/pending-shrunken-list-store.ts'
import { parseStoredError } from '#main/store/parse-stored-json.ts'
import { parseAccountRow, parseKeyRow, type AccountRow, type KeyRow } from './parse-account-and-key-rows.ts'

interface AccountQueriesDeps {
  database: Database
  clock: Pick<Clock, 'now'>
  /** Whether the calls of the account's running sync get answers; `answering` if no sync runs. */
  responsiveness: (accountId: string) => ServiceResponsiveness
  /** Whether the data of the account is being deleted now. */
  isBeingRemoved: (accountId: string) => boolean
}

interface SyncRunRow {
  id: string
  domainsReadAt: number | null
  serversReadAt: number | null
  syncedAt: number | null
  error: string | null
  syncErrorAt: number | null
}
const neverSynced = { domainsReadAt: null, serversReadAt: null, syncedAt: null, syncError: null, syncErrorAt: null }

/** Creates the queries of accounts and keys, in the shapes of the IPC contract. */
export function createAccountQueries({ database, clock, responsiveness, isBeingRemoved }: AccountQueriesDeps) {
  let overlapsFor = ''
  let overlapsKnown: AccountPairOverlap[] = []

  /**
   * The overlaps are cached until lists are read or accepted, accounts are added or removed, or a transfer begins or
   * ends, because the query reads every name of every account.
   */
  function overlaps(): AccountPairOverlap[] {
    const lists = database.all(
      `select a.id, r.domains_read_at, r.servers_read_at from account a left join sync_run r on r.account_id = a.id
       order by a.id`,
    )
    const gone = database.get(
      'select count(*) as domains, (select count(*) from server where gone_since is not null) as servers from domain where gone_since is not null',
    )
    const stamp = JSON.stringify([lists, gone, countMovingDomainsByAccount(database)])
    if (stamp !== overlapsFor) {
      overlapsKnown = queryAccountPairOverlaps(database)
      overlapsFor = stamp
    }
    return overlapsKnown
  }

  /** `pairs`: overlaps that the caller has queried before. */
  function list(pairs = overlaps()): Account[] {
    const now = clock.now()
    const rows = database
      .all<AccountRow>('select * from account order by id')
      .toSorted(
        (one, other) =>
          compareInNaturalOrder(one.folder, other.folder) || compareInNaturalOrder(one.label, other.label),
      )
    const keys = groupByAccount(
      database.all<KeyRow>('select * from api_key order by added_at, rowid').map((row) => parseKeyRow(row, now)),
    )
    const domains = countListed(database, 'domain')
    const servers = countListed(database, 'server')
    const runs = new Map(
      database
        .all<SyncRunRow>(
          `select account_id as id, domains_read_at as domainsReadAt, servers_read_at as serversReadAt, lists_read_at as syncedAt, error, error_at as syncErrorAt
           from sync_run`,
        )
        .map(({ id, error, ...run }) => [id, { ...run, syncError: parseStoredError(error) }]),
    )
    const detailsFailed = new Map(
      queryUnreadDetailsThatLastSyncsFailedToRead(database).map(({ accountId, count }) => [accountId, count]),
    )
    const shrunken = queryAllPendingShrunkenLists(database)
    const shared = new Set(pairs.flatMap(({ accountId, otherAccountId }) => [accountId, otherAccountId]))
    return rows.map((row) => {
      const { hasBegunRemoval, ...account } = parseAccountRow(row)
      const own = keys.get(row.id) ?? []
      const run = runs.get(row.id) ?? neverSynced
      const shrunkenLists = shrunken
        .filter(({ accountId }) => accountId === row.id)
        .map(({ accountId: _, ...list }) => list)
      const counts = { domain: domains.get(row.id) ?? 0, server: servers.get(row.id) ?? 0 }
      return {
        ...account,
        ...run,
        keys: own,
        health: assessAccountHealth(
          {
            ...run,
            detailsFailed: detailsFailed.get(row.id) ?? 0,
            keys: own,
            isPaused: account.isPaused,
            responsiveness: responsiveness(row.id),
            isShared: shared.has(row.id),
            hasShrunkenList: shrunkenLists.length > 0,
            deniedLists:
              own.length === 0
                ? []
                : (['domain', 'server'] as const)
                    .filter((list) => !mayAnyKeyReadList(own, list))
                    .map((list) => ({ list, hasEntries: counts[list] > 0 })),
          },
          now,
        ),
        isRemovalUnfinished: hasBegunRemoval && !isBeingRemoved(row.id),
        domains: counts.domain,
        servers: counts.server,
        shrunkenLists,
      }
    })
  }

  return {
    list,
    overlaps,
    /** Throws not_found. */
    get(accountId: string): Account {
      return list().find(({ id }) => id === accountId) ?? throwAccountOrKeyNotFound('account')
    },
    /** Throws not_found. */
    row: (accountId: string): AccountRow =>
      database.get<AccountRow>('select * from account where id = ?', accountId) ?? throwAccountOrKeyNotFound('account'),
    /**
     * Returns true if an account that is not paused uses this proxy; `exceptId` does not count. `proxyUrl` null:
     * returns true if such an account has no proxy.
     */
    hasActiveAccountAtProxy: (proxyUrl: string | null, exceptId: string): boolean =>
      database.get('select 1 from account where id <> ? and proxy_url is ? and is_paused = 0', exceptId, proxyUrl) !==
      undefined,
    /** Throws not_found, also for a key of another account. */
    keyRow: (accountId: string, keyId: string): KeyRow =>
      database.get<KeyRow>('select * from api_key where id = ? and account_id = ?', keyId, accountId) ??
      throwAccountOrKeyNotFound('key'),
    /** In the order of adding; empty for an unknown account. */
    keys: (accountId: string): Key[] =>
      database
        .all<KeyRow>('select * from api_key where account_id = ? order by added_at, rowid', accountId)
        .map((row) => parseKeyRow(row, clock.now())),
    /** The keys of every account, by its ID. An account without keys is missing. */
    keysByAccount: (): Record<string, Key[]> => {
      const now = clock.now()
      const rows = database.all<KeyRow>('select * from api_key order by added_at, rowid')
      return Object.fromEntries(groupByAccount(rows.map((row) => parseKeyRow(row, now))))
    },
  }
}
export type AccountQueries = ReturnType<typeof createAccountQueries>

export function throwAccountOrKeyNotFound(what: 'account' | 'key'): never {
  throw new AppError('not_found', what === 'account' ? 'There is no such account' : 'There is no such key', {
    details: { what },
  })
}

function countListed(database: Database, table: 'domain' | 'server'): Map<string, number> {
  // The gone rows are counted in their own index, so that no other row is read.
  const rows = database.all<{ id: string; n: number }>(
    `select id, (select count(*) from ${table} where account_id = account.id)
       - (select count(*) from ${table} where account_id = account.id and gone_since is not null) as n
     from account`,
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}

function groupByAccount(keys: readonly Key[]): Map<string, Key[]> {
  const groups = new Map<string, Key[]>()
  for (const key of keys) groups.set(key.accountId, [...(groups.get(key.accountId) ?? []), key])
  return groups
}
