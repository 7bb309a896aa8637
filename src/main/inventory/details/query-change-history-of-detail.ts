import type { DetailRef, DomainDetailKind } from '#shared/domain-and-server-detail-kinds.ts'
import { dayMs, secondMs } from '#shared/durations.ts'
import type { DetectedChange } from '#shared/ipc/detected-changes.ts'
import { queryMergedAccountIds } from '#main/store/merged-account-store.ts'
import type { Database } from '#main/store/database.ts'
import { listDomainDetailsAffectedByChangeKind, findDetailsChangedByCall } from './find-details-changed-by-call.ts'
import type { ResourceKind } from './detail-store.ts'

/** What is known of one detail besides its stored reading. */
export interface DetailChangeHistory {
  /** How many readings since `observedFrom` showed a change, and how many of these changes nothing announced. */
  changes: number
  unannounced: number
  changedByUsAt: number | null
  writtenByKeyAt: number | null
}

export interface DetailChangeHistoryQuery {
  accountId: string
  resourceKind: ResourceKind
  names: readonly string[]
  /** Changes that were detected earlier do not count. Epoch milliseconds. */
  observedFrom: number
  /** The service's clock minus the clock of this computer, in milliseconds. */
  clockLeadMs: number
}

/** Only changes of this time count for the rate, so that the order follows what changes now. */
export const detailChangeRateWindowMs = 60 * dayMs

/** The log has whole seconds. */
const logPrecisionMs = 2 * secondMs

const noHistory: DetailChangeHistory = { changes: 0, unannounced: 0, changedByUsAt: null, writtenByKeyAt: null }

/**
 * The kind of detail that shows a detected change. Lists show status, expiry and plan, too, without a reading of the
 * detail.
 */
const detailByDetectedField: Partial<Record<DetectedChange['values']['field'], DomainDetailKind>> = {
  record: 'zone',
  nameservers: 'nameservers',
  lock: 'lock',
  whois_privacy: 'whois',
  whois_contact: 'whois',
  auto_renew: 'detail',
}

/** What is known of one detail while its rows are collected. */
interface CollectedHistory {
  /** The detected changes, as pairs of readings. */
  detected: { previousReadAt: number; detectedAt: number }[]
  sentAt: number[]
  /** The latest time at which each write of a key may have taken effect. */
  writtenAt: number[]
}

/**
 * Returns a function that finds the change history of a detail of one of the named domains or servers. Names have any
 * case.
 */
export function queryDetailChangeHistory(
  database: Database,
  query: DetailChangeHistoryQuery,
): (name: string, detailKind: string) => DetailChangeHistory {
  const collected = new Map<string, CollectedHistory>()
  const keyOf = (name: string, detailKind: string) => `${name.toLowerCase()} ${detailKind}`
  const historyOf = (name: string, detailKind: string): CollectedHistory => {
    const key = keyOf(name, detailKind)
    const found = collected.get(key) ?? { detected: [], sentAt: [], writtenAt: [] }
    collected.set(key, found)
    return found
  }
  const names = JSON.stringify(query.names)
  const accountIds = JSON.stringify(queryMergedAccountIds(database).withFormerIds(query.accountId))

  if (query.resourceKind === 'domain') {
    for (const { name, field, ...readings } of queryDetectedChanges(database, accountIds, names, query.observedFrom)) {
      const kind = detailByDetectedField[field as DetectedChange['values']['field']]
      if (kind) historyOf(name, kind).detected.push(readings)
    }
    for (const { name, kind, at } of querySentChanges(database, accountIds, names))
      for (const detailKind of listDomainDetailsAffectedByChangeKind(kind)) historyOf(name, detailKind).sentAt.push(at)
  }
  for (const { method, path, endedAt } of queryLoggedWrites(database, query, names))
    for (const { resourceKind, name, detailKind } of findDetailsChangedByCall(method, path))
      if (resourceKind === query.resourceKind)
        historyOf(name, detailKind).writtenAt.push(endedAt + logPrecisionMs - query.clockLeadMs)

  return (name, detailKind) => {
    const found = collected.get(keyOf(name, detailKind))
    return found ? toDetailChangeHistory(found) : noHistory
  }
}

function toDetailChangeHistory({ detected, sentAt, writtenAt }: CollectedHistory): DetailChangeHistory {
  const known = [...sentAt, ...writtenAt]
  const unannounced = detected.filter(
    ({ previousReadAt, detectedAt }) => !known.some((at) => at > previousReadAt && at <= detectedAt + logPrecisionMs),
  )
  return {
    // One reading may show several changes, such as two fields of Whois. It counts once.
    changes: new Set(detected.map(({ detectedAt }) => detectedAt)).size,
    unannounced: new Set(unannounced.map(({ detectedAt }) => detectedAt)).size,
    changedByUsAt: sentAt.length > 0 ? Math.max(...sentAt) : null,
    writtenByKeyAt: writtenAt.length > 0 ? Math.max(...writtenAt) : null,
  }
}

function queryDetectedChanges(
  database: Database,
  accountIds: string,
  names: string,
  observedFrom: number,
): { name: string; field: string; previousReadAt: number; detectedAt: number }[] {
  return database.all(
    `select distinct name, field, previous_read_at as previousReadAt, seen_at as detectedAt from seen_change
     where account_id in (select value from json_each(?)) and kind = 'domain'
       and name in (select value from json_each(?)) and seen_at > ?`,
    accountIds,
    names,
    observedFrom,
  )
}

/** Returns whether the answer to a change of the detail by this app came after `from`, and not after `until`. */
export function isDetailChangedBetween(
  database: Database,
  accountId: string,
  { resourceKind, name, detailKind }: DetailRef,
  from: number,
  until: number,
): boolean {
  if (resourceKind === 'server') return false
  // A change that a reading decided was made before that reading.
  const answered = database.all<{ kind: string }>(
    `select distinct kind from change_log
     where domain = ? and account_id = ? and result = 'done' and is_decided_by_reading = 0
       and confirmed_at > ? and confirmed_at <= ?`,
    name,
    accountId,
    from,
    until,
  )
  return answered.some(({ kind }) => listDomainDetailsAffectedByChangeKind(kind).includes(detailKind))
}

/** Returns when this app sent changes that were or may have been made. */
function querySentChanges(
  database: Database,
  accountIds: string,
  names: string,
): { name: string; kind: string; at: number }[] {
  return database.all(
    `select distinct domain as name, kind, at from change_log
     where domain in (select value from json_each(?)) and account_id in (select value from json_each(?))
       and kind <> 'server' and result in ('done', 'unknown')`,
    names,
    accountIds,
  )
}

/**
 * Returns the writes of the account's keys by the execution log, from any computer. The writes of this app are left
 * out, because its change log has their exact times. A refused write (4xx) changed nothing; a failed write (5xx) may
 * have been made.
 */
function queryLoggedWrites(
  database: Database,
  { accountId, resourceKind }: DetailChangeHistoryQuery,
  names: string,
): { method: string; path: string; endedAt: number }[] {
  return database.all(
    `select distinct method, path, at + coalesce(response_time_ms, 0) as endedAt from log_entry
     where account_id = ? and target in (select ? || ':' || lower(value) from json_each(?))
       and method <> 'GET' and (status_code < 400 or status_code >= 500) and own_request_id is null`,
    accountId,
    resourceKind,
    names,
  )
}
