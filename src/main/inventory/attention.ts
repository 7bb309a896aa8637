import { dayMs } from '#shared/api/limits.ts'
import type { Attention } from '#shared/ipc/inventory.ts'
import { japanDate } from '#shared/japan-time.ts'
import { keyNoticeMs, staleAfterMs } from '../accounts/health.ts'
import { findOverlaps } from '../accounts/overlaps.ts'
import type { Database } from '../store/database.ts'
import { parseWireError } from '../store/stored-error.ts'

/** Expiries are told for the shortest of these spans of days that holds them. */
const expirySpans = [7, 30]
/** Statuses of a procedure that is not finished, the one that needs a person first. */
const pendingDomains = ['transfer_action_required', 'transferring', 'pending_create']
const pendingServers = ['suspended', 'setup_pending']

/** What wants a decision, worst first. Paused accounts are left out where only a call could help. */
export function attentionList(database: Database, now: number): Attention[] {
  return [
    ...keyStates(database, now),
    ...failedSyncs(database),
    ...domainAttention(database, now),
    ...serverAttention(database, now),
    ...keyExpiries(database, now),
    ...sharedDomains(database),
    ...staleAccounts(database, now),
  ]
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

function keyStates(database: Database, now: number): Attention[] {
  return activeKeys(database)
    .map((key) => ({ ...key, state: key.state !== 'quarantined' && key.expires_at !== null && key.expires_at <= now ? 'expired' : key.state }))
    .filter(({ state }) => state !== 'working' && state !== 'untested')
    .map(({ id, account_id, label, state }) => ({ kind: 'key_state', accountId: account_id, keyId: id, keyLabel: label, state }))
}

function keyExpiries(database: Database, now: number): Attention[] {
  return activeKeys(database)
    .filter(({ expires_at }) => expires_at !== null && expires_at > now && expires_at <= now + keyNoticeMs)
    .sort((one, other) => (one.expires_at as number) - (other.expires_at as number))
    .map(({ id, account_id, label, expires_at }) => ({
      kind: 'key_expires',
      accountId: account_id,
      keyId: id,
      keyLabel: label,
      expiresAt: expires_at as number,
    }))
}

function failedSyncs(database: Database): Attention[] {
  const runs = database.all<{ account_id: string; at: number; error: string }>(
    `select r.account_id, coalesce(r.ended_at, r.started_at) as at, r.error from sync_run r join account a on a.id = r.account_id
     where r.state = 'failed' and r.error is not null and a.is_paused = 0 order by at desc`,
  )
  return runs.map(({ account_id, at, error }) => {
    const known = parseWireError(error)
    const message = known ? (known.serviceMessage ?? known.message) : 'The sync failed for a reason that this version does not know'
    return { kind: 'sync_failed', accountId: account_id, at, code: known?.code ?? null, message }
  })
}

function staleAccounts(database: Database, now: number): Attention[] {
  const accounts = database.all<{ id: string; at: number | null }>(
    `select a.id, r.lists_read_at as at from account a left join sync_run r on r.account_id = a.id
     where a.is_paused = 0 and (r.lists_read_at is null or r.lists_read_at < ?) and coalesce(r.state, 'idle') not in ('lists', 'details')
     order by r.lists_read_at, a.label`,
    now - staleAfterMs,
  )
  return accounts.map(({ id, at }) => ({ kind: 'stale', accountId: id, syncedAt: at }))
}

function sharedDomains(database: Database): Attention[] {
  return findOverlaps(database)
    .toSorted((a, b) => b.count - a.count)
    .map(({ accountId, otherAccountId, count, names }) => ({ kind: 'shared_domains', accountId, otherAccountId, count, example: names[0] ?? '' }))
}

function domainAttention(database: Database, now: number): Attention[] {
  const expired = accountsOf(database, `select account_id, count(*) as n from domain where status = 'expired' group by account_id`)
  const pending = pendingDomains.map((status) => ({
    status,
    ...accountsOf(database, 'select account_id, count(*) as n from domain where status = ? group by account_id', status),
  }))
  return [
    ...(expired.count > 0 ? [{ kind: 'domains_expired' as const, ...expired }] : []),
    ...pending.filter(({ status, count }) => count > 0 && status === pendingDomains[0]).map((found) => ({ kind: 'domains_pending' as const, ...found })),
    ...spansOf(now).flatMap(({ days, after, until }) => {
      const found = accountsOf(
        database,
        `select account_id, count(*) as n from domain
         where coalesce(expiry_date, '9999-99-99') > ? and coalesce(expiry_date, '9999-99-99') <= ? and status = 'active' group by account_id`,
        after,
        until,
      )
      return found.count > 0 ? [{ kind: 'domains_expiring' as const, days, ...found }] : []
    }),
    ...pending.filter(({ status, count }) => count > 0 && status !== pendingDomains[0]).map((found) => ({ kind: 'domains_pending' as const, ...found })),
  ]
}

function serverAttention(database: Database, now: number): Attention[] {
  return [
    ...pendingServers.flatMap((status) => {
      const found = accountsOf(database, 'select account_id, count(*) as n from server where status = ? group by account_id', status)
      return found.count > 0 ? [{ kind: 'servers_pending' as const, status, ...found }] : []
    }),
    ...spansOf(now).flatMap(({ days, after, until }) => {
      const found = accountsOf(
        database,
        'select account_id, count(*) as n from server where expiry_date > ? and expiry_date <= ? group by account_id',
        after,
        until,
      )
      return found.count > 0 ? [{ kind: 'servers_expiring' as const, days, ...found }] : []
    }),
  ]
}

/** The spans as dates in Japan, each beginning where the one before ends; the first one has no beginning: a passed date is in it. */
function spansOf(now: number): { days: number; after: string; until: string }[] {
  return expirySpans.map((days, index) => ({
    days,
    after: index === 0 ? '' : japanDate(now + (expirySpans[index - 1] as number) * dayMs),
    until: japanDate(now + days * dayMs),
  }))
}

function accountsOf(database: Database, sql: string, ...params: string[]): { count: number; accountIds: string[] } {
  const rows = database.all<{ account_id: string; n: number }>(sql, ...params)
  return { count: rows.reduce((sum, { n }) => sum + n, 0), accountIds: rows.map(({ account_id }) => account_id) }
}
