import { errorKindsWithUnsentRequest } from '#shared/error-kinds.ts'
import { getEndpoint } from '#shared/api/endpoints.ts'
import { minuteMs } from '#shared/durations.ts'
import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'
import type { ExternalPurchase } from '#shared/ipc/spending-forecast-and-external-purchase-schemas.ts'
import { paidEndpointByOrderKind } from '#shared/paid-endpoint-by-order-kind.ts'
import { buildRequestParts } from '#main/api/build-request-parts.ts'
import { computeServiceClockLeadMs } from '#main/api/compute-service-clock-lead.ts'
import type { Database } from '#main/store/database.ts'
import { queryDatabaseRebuildTime } from '#main/store/database-rebuild-time-store.ts'
import { queryKeyRemovalTime } from '#main/store/key-removal-time-store.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { iterateIntentsInChunks } from '#main/orders/journal/iterate-intents-in-chunks.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'
import {
  keySecretAddedAtSql,
  queryTimeOfDeletedRequests,
} from '#main/api-logs/mark-log-entries-whose-requests-may-be-lost.ts'
import {
  queryOtherServiceClockLeadMs,
  queryServiceClockLeadMs,
} from '#main/api-logs/service-clock-lead-by-date-headers.ts'
import {
  findLogEntriesWithUncertainPairing,
  findLatestExecutionTime,
  logTimeToleranceMs,
  mayLogEntryBelongToRequest,
  pairLogEntriesWithRequests,
  type RequestToPair,
} from '#main/api-logs/pair-log-entries-with-requests.ts'

/** A POST to a paid path in the execution log (API description, section "API execution log entry"). */
interface PaidLogEntry {
  id: number
  accountId: string
  keyId: string
  at: number
  path: string
  statusCode: number
  ipAddress: string | null
  /** 1 if the entry is older than the rebuild of the database. The stored requests of that time are lost. */
  isBeforeRebuild: number
  /** 1 if requests of this app from the time of the entry may have been deleted: only the latest are kept. */
  isBeforeStoredRequests: number
  /** 1 if this app may have sent the call with a key that was removed or replaced since. */
  isBeforeKeyRemoval: number
  keyAddedAt: number | null
  keySecretAddedAt: number | null
  /** The request with which `markLogEntriesOfThisApp` paired the entry. */
  ownRequestId: number | null
  isSenderUncertain: number
}

/** A sending of an intent, or a dry run. */
interface OwnRequest extends RequestToPair {
  /** Null for a sending whose request is no longer stored. */
  id: number | null
  keyId: string
  path: string
  /** No answer arrived, but a check found that the service carried out the order. */
  isProvenByCheck: boolean
  /** How far the service's clock was ahead; null without an answer that says so. */
  clockLeadMs: number | null
}

type Explanation = Pick<ExternalPurchase, 'ownUnanswered' | 'isPossiblyOwn' | 'isMatchedByCertainCall'>

/** Maximum duration of a paid call. It bounds calls whose end this app did not see. */
const maxPaidCallMs = 3 * minuteMs

const paidPathPatterns = Object.entries(paidEndpointByOrderKind).map(([kind, name]) => ({
  kind: kind as OrderIntentKind,
  pattern: new RegExp(`^${getEndpoint(name).path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
}))

/** Returns the kind and target that a path names; null for a path that is not paid. */
export function parsePathOfPaidCall(path: string): { kind: OrderIntentKind; target: string | null } | null {
  for (const { kind, pattern } of paidPathPatterns) {
    const match = pattern.exec(path)
    if (match) return { kind, target: match[1] === undefined ? null : decodePathPart(match[1]) }
  }
  return null
}

function decodePathPart(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase()
  } catch {
    return part
  }
}

function normalizePath(path: string): string {
  return (path.split('?')[0] ?? '').replace(/\/+$/, '')
}

/**
 * Returns the entries of the stored execution logs that no request of this app caused: POSTs to paid paths by a key of
 * the account. They pair with neither a stored request (dry runs included) nor a sending in the journal. An entry and a
 * request pair by key, path, status and time, one to one. The entries that are left then pair by path, status and time
 * with requests of keys that are no longer stored.
 *
 * An own request without an answer may never have reached the service. If the path names the target, it explains an
 * entry all the same. A path without a target does not distinguish the purchases: an entry that only such a request
 * could explain is returned as possibly own. An entry is also possibly own if its request could belong to an
 * unexplained entry instead.
 *
 * The marks of the log take precedence, so that the log and this list agree. An entry marked as own is left out. An
 * entry of unknown sender is returned, if at all, as possibly own.
 *
 * Limits of this method:
 * - A dry run of another program looks the same as a purchase.
 * - Stored requests are limited in number, so this app's own old dry runs may be shown (`isBeforeStoredRequests`).
 * - A request without an answer is corrected by the clock of the answer nearest in time. If a clock was set by minutes
 *   between them, the request may be shown.
 * - Logs that were not read are not covered.
 */
export async function queryExternalPurchases(
  database: Database,
  journal: Pick<Journal, 'iterateInChunks'>,
  accountIds: readonly string[] | null,
): Promise<ExternalPurchase[]> {
  const entries = queryPaidLogEntries(database, accountIds)
  const [first] = entries
  if (!first) return []
  const entriesByName = Map.groupBy(entries, keyAndPath)
  const sendings = Map.groupBy(await queryRequestsInServiceTime(database, journal), keyAndPath)
  const unexplained = new Map<PaidLogEntry, Explanation>()
  const unpaired: OwnRequest[] = [...sendings].flatMap(([name, own]) => (entriesByName.has(name) ? [] : own))
  for (const [name, entriesOfPath] of entriesByName) {
    const { free, ownRequests } = setAsideMarkedPairs(entriesOfPath, sendings.get(name) ?? [])
    const hasTarget = entriesOfPath.some(({ path }) => parsePathOfPaidCall(normalizePath(path))?.target !== null)
    const mayPair = hasTarget ? undefined : isSurelyTogether
    const pairs = pairLogEntriesWithRequests(free, ownRequests, mayPair)
    const exchangeable = findLogEntriesWithUncertainPairing(free, ownRequests, pairs, mayPair)
    const paired = new Set(pairs.values())
    const left = ownRequests.filter((request) => !paired.has(request))
    unpaired.push(...left)
    // A request with an answer may be among them: an error that a gateway gave, while the service has another status.
    const unconfirmed = ownRequests.filter((request) => request.status === null || !paired.has(request))
    for (const entry of free) {
      if (isMarkedAsOwn(entry) || (pairs.has(entry) && !exchangeable.has(entry))) continue
      const possibleOwn = unconfirmed.filter((request) => mayLogEntryBelongToRequest(entry, request))
      const isUncertain =
        entry.isSenderUncertain === 1 &&
        entry.isBeforeRebuild === 0 &&
        entry.isBeforeStoredRequests === 0 &&
        entry.isBeforeKeyRemoval === 0
      unexplained.set(entry, {
        ownUnanswered: possibleOwn.filter(({ status }) => status === null).length,
        isPossiblyOwn: possibleOwn.length > 0 || isUncertain || exchangeable.has(entry),
        isMatchedByCertainCall: isPairOfCertainCall(entry, pairs.get(entry)),
      })
    }
    await yieldToEventLoop()
  }
  const leads = new Map<number, number>()
  const isOlderThan = ({ at }: PaidLogEntry, instant: number): boolean => {
    const lead = leads.get(instant) ?? queryServiceClockLeadMs(database, instant)
    leads.set(instant, lead)
    return at < instant + lead
  }
  // A removed key wrote into the log of a present one only before its secret was added again.
  const mayBeOfRemovedKey = [...unexplained.keys()].filter(
    (entry) => entry.keySecretAddedAt === null || isOlderThan(entry, entry.keySecretAddedAt + logTimeToleranceMs),
  )
  for (const entry of pairWithRemovedKeys(database, mayBeOfRemovedKey, unpaired)) unexplained.delete(entry)
  return entries
    .flatMap((entry) => {
      const explanation = unexplained.get(entry)
      return explanation === undefined ? [] : [toExternalPurchase(entry, explanation, isOlderThan)]
    })
    .reverse()
}

/**
 * Returns true if the entry is paired with a request that reached the service for certain. A check that found the
 * result of a request without a response may have found that of another program.
 */
function isPairOfCertainCall(entry: PaidLogEntry, request: OwnRequest | undefined): boolean {
  return request !== undefined && request.status !== null && isSurelyTogether(entry, request)
}

function isMarkedAsOwn({ ownRequestId, isSenderUncertain }: PaidLogEntry): boolean {
  return ownRequestId !== null && isSenderUncertain === 0
}

/**
 * Returns what is left without the pairs that are certain by the marks of the log, sorted by time. An entry that is
 * marked as own stays if its request was deleted since, because a sending in the journal may stand for that request.
 */
function setAsideMarkedPairs(
  entries: readonly PaidLogEntry[],
  requests: readonly OwnRequest[],
): { free: PaidLogEntry[]; ownRequests: OwnRequest[] } {
  const ids = new Set(requests.map(({ id }) => id))
  const isPair = (entry: PaidLogEntry): boolean => isMarkedAsOwn(entry) && ids.has(entry.ownRequestId)
  const ofPairs = new Set(entries.filter(isPair).map(({ ownRequestId }) => ownRequestId))
  return {
    free: entries.filter((entry) => !isPair(entry)),
    ownRequests: requests
      .filter(({ id }) => id === null || !ofPairs.has(id))
      .sort((one, other) => one.earliestLogAt - other.earliestLogAt),
  }
}

/**
 * Returns the entries that requests with removed keys made. A key that is removed and added again has another ID, and
 * its log has the requests that were sent before.
 */
function pairWithRemovedKeys(
  database: Database,
  entries: readonly PaidLogEntry[],
  requests: readonly OwnRequest[],
): PaidLogEntry[] {
  const stored = new Set(database.all<{ id: string }>('select id from api_key').map(({ id }) => id))
  const removed = Map.groupBy(
    requests.filter(({ keyId }) => !stored.has(keyId)),
    pathName,
  )
  return [...Map.groupBy(entries, pathName)].flatMap(([name, entriesOfPath]) => {
    const own = (removed.get(name) ?? []).sort((one, other) => one.earliestLogAt - other.earliestLogAt)
    return [...pairLogEntriesWithRequests(entriesOfPath, own, isSurelyTogether).keys()]
  })
}

/**
 * Returns true if the request reached the service for certain, and its answer has the status of the entry. If a check
 * found the order done, the service answered with a success, although the answer was lost.
 */
function isSurelyTogether({ statusCode }: PaidLogEntry, { status, isProvenByCheck }: OwnRequest): boolean {
  return status === null ? isProvenByCheck && statusCode >= 200 && statusCode < 300 : status === statusCode
}

const pathName = ({ path }: { path: string }): string => normalizePath(path).toLowerCase()
const keyAndPath = ({ keyId, path }: { keyId: string; path: string }): string => `${keyId} ${pathName({ path })}`

/** Oldest first. */
function queryPaidLogEntries(database: Database, accountIds: readonly string[] | null): PaidLogEntry[] {
  const rebuiltAt = queryDatabaseRebuildTime(database)
  const removedAt = queryKeyRemovalTime(database)
  return database
    .all<PaidLogEntry>(
      `select rowid as id, account_id as accountId, key_id as keyId, at, path, status_code as statusCode, ip_address as ipAddress,
         own_request_id is null and is_sender_uncertain and at <= ? as isBeforeRebuild,
         own_request_id is null and is_sender_uncertain and at <= ? as isBeforeStoredRequests,
         own_request_id is null and is_sender_uncertain and at <= min(${keySecretAddedAtSql}, ?) + ? as isBeforeKeyRemoval,
         (select added_at from api_key where id = log_entry.key_id) as keyAddedAt,
         ${keySecretAddedAtSql} as keySecretAddedAt,
         own_request_id as ownRequestId,
         is_sender_uncertain as isSenderUncertain from log_entry
       where method = 'POST' and account_id in (${accountIds ? 'select value from json_each(?)' : 'select id from account'}) order by at, rowid`,
      rebuiltAt === null ? 0 : rebuiltAt + queryServiceClockLeadMs(database, rebuiltAt),
      queryTimeOfDeletedRequests(database) ?? 0,
      removedAt ?? 0,
      removedAt === null ? 0 : queryServiceClockLeadMs(database, removedAt) + logTimeToleranceMs,
      ...(accountIds ? [JSON.stringify(accountIds)] : []),
    )
    .filter(({ path }) => parsePathOfPaidCall(normalizePath(path)) !== null)
}

/**
 * The times of the logs are of the service's clock, which may differ from the clock of this computer by any time. If
 * the time of an answer differs from those of the answers around it, the request may have any time between both.
 */
async function queryRequestsInServiceTime(
  database: Database,
  journal: Pick<Journal, 'iterateInChunks'>,
): Promise<OwnRequest[]> {
  const requests = await addSendings(journal, queryOwnRequests(database))
  return requests.map((request) => {
    const { id, begunAt, endedAt, earliestLogAt, latestLogAt } = request
    const ownLeadMs = request.clockLeadMs ?? queryServiceClockLeadMs(database, begunAt)
    const otherLeadMs =
      id === null || request.clockLeadMs === null
        ? null
        : queryOtherServiceClockLeadMs(database, id, ownLeadMs, logTimeToleranceMs)
    const leads = [ownLeadMs, otherLeadMs ?? ownLeadMs]
    const [leastMs, mostMs] = [Math.min(...leads), Math.max(...leads)]
    return {
      ...request,
      begunAt: begunAt + leastMs,
      endedAt: endedAt + mostMs,
      earliestLogAt: earliestLogAt + leastMs,
      latestLogAt: latestLogAt + mostMs,
    }
  })
}

function queryOwnRequests(database: Database): OwnRequest[] {
  const endpoints = JSON.stringify(Object.values(paidEndpointByOrderKind))
  return database
    .all<{
      id: number
      keyId: string
      path: string
      at: number
      durationMs: number
      status: number | null
      serviceAt: number | null
    }>(
      `select id, key_id as keyId, path, at, duration_ms as durationMs, status, service_at as serviceAt from request where key_id is not null
       and endpoint in (select value from json_each(?)) and is_in_flight = 0
       and (status is not null or error_kind is not null or is_dry_run = 1) and (error_kind is null or error_kind not in (select value from json_each(?))) order by at`,
      endpoints,
      JSON.stringify(errorKindsWithUnsentRequest),
    )
    .map(({ id, keyId, path, at, durationMs, status, serviceAt }) => ({
      id,
      keyId,
      path,
      status,
      isProvenByCheck: false,
      begunAt: at,
      endedAt: at + durationMs,
      earliestLogAt: at - logTimeToleranceMs,
      latestLogAt: findLatestExecutionTime({ method: 'POST', endedAt: at + durationMs, status }) + logTimeToleranceMs,
      clockLeadMs: serviceAt === null ? null : computeServiceClockLeadMs(at + durationMs, serviceAt),
    }))
}

/**
 * Returns the stored requests. Adds the sendings that only the journal has, because the app ended before the request
 * was stored, or because the request was deleted since. A request's start time is after the journal's `sent` step,
 * however long it waits for a connection. The outcome is written into the request row just before the answer step. If
 * the app ended before the answer, the stored request has no outcome, so `requested` does not contain it. Requests near
 * such a sending in time are others, such as the dry run before it.
 */
async function addSendings(
  journal: Pick<Journal, 'iterateInChunks'>,
  requested: readonly OwnRequest[],
): Promise<OwnRequest[]> {
  const all: OwnRequest[] = []
  const answered: (Sending & { answeredAt: number })[] = []
  for await (const intent of iterateIntentsInChunks(journal, {})) {
    for (const sending of sendingsOf(intent)) {
      const { answeredAt, isLost: _, ...request } = sending
      if (answeredAt === null) all.push(request)
      else answered.push({ ...sending, answeredAt })
    }
  }
  const free = Map.groupBy(requested, keyAndPath)
  for (const { answeredAt, isLost, ...sending } of answered.sort((one, other) => one.answeredAt - other.answeredAt)) {
    const near = free.get(keyAndPath(sending)) ?? []
    const isBeside = ({ begunAt }: OwnRequest): boolean => sending.begunAt <= begunAt && begunAt <= answeredAt
    // Sendings at the same time are told apart by their answers.
    const hasSameAnswer = ({ status }: OwnRequest): boolean =>
      sending.status === null ? (status === null) === isLost : status === sending.status
    const alike = near.findIndex((request) => isBeside(request) && hasSameAnswer(request))
    const beside = alike >= 0 ? alike : near.findIndex(isBeside)
    const [request] = beside >= 0 ? near.splice(beside, 1) : []
    const { isProvenByCheck, latestLogAt } = sending
    all.push(request ? { ...request, ...(isProvenByCheck && { isProvenByCheck, latestLogAt }) } : sending)
  }
  return [...all, ...[...free.values()].flat()]
}

interface Sending extends OwnRequest {
  /** The time of the step after the sending; null if the app ended first. */
  answeredAt: number | null
  /** No response arrived. */
  isLost: boolean
}

function sendingsOf({ keyId, item, steps, state, repeats }: StoredIntent): Sending[] {
  const path = itemPath(item)
  const relevant = steps.filter(({ event }) => event !== 'stopped')
  const sendings = relevant.flatMap(({ at, event }, index) => {
    const then = relevant[index + 1]
    if (event !== 'sent' || then?.event === 'not_sent') return []
    const stepStatus = then?.fact['status']
    const status = typeof stepStatus === 'number' ? stepStatus : null
    const endedAt = Math.min(then?.at ?? Infinity, at + maxPaidCallMs)
    return [
      {
        id: null,
        keyId,
        path,
        status,
        isProvenByCheck: false,
        begunAt: at,
        endedAt,
        earliestLogAt: at - logTimeToleranceMs,
        latestLogAt: findLatestExecutionTime({ method: 'POST', endedAt, status }) + logTimeToleranceMs,
        clockLeadMs: null,
        answeredAt: then && then.event !== 'interrupted' ? then.at : null,
        isLost: then?.event === 'lost',
      },
    ]
  })
  // The reading that settled a repeat may show the result of the order before it, so it proves nothing.
  const proof = state === 'done' && repeats === null && steps.find(({ event }) => event === 'settled_by_reading')
  const last = sendings.at(-1)
  if (proof && last) {
    last.isProvenByCheck = true
    last.latestLogAt = proof.at + logTimeToleranceMs
  }
  return sendings
}

function itemPath(item: StoredIntent['item']): string {
  return buildRequestParts(
    getEndpoint(paidEndpointByOrderKind[item.kind]),
    item.kind === 'order' ? {} : { domain_name: item.name },
  ).path
}

/** `isOlderThan`: whether the service logged the entry before a time of the clock of this computer. */
function toExternalPurchase(
  entry: PaidLogEntry,
  explanation: Explanation,
  isOlderThan: (entry: PaidLogEntry, instant: number) => boolean,
): ExternalPurchase {
  const { id, accountId, keyId, at, path, statusCode, ipAddress, keyAddedAt, keySecretAddedAt } = entry
  const { kind, target } = parsePathOfPaidCall(normalizePath(path)) as { kind: OrderIntentKind; target: string | null }
  const isBeforeKeyRemoval = entry.isBeforeKeyRemoval === 1
  const since = isBeforeKeyRemoval ? keySecretAddedAt : keyAddedAt
  return {
    id,
    accountId,
    keyId,
    at,
    path,
    kind,
    target,
    statusCode,
    ipAddress,
    ...explanation,
    isBeforeRebuild: entry.isBeforeRebuild === 1,
    isBeforeStoredRequests: entry.isBeforeStoredRequests === 1,
    isBeforeKey: since === null || isOlderThan(entry, since),
    isBeforeKeyRemoval,
    keySecretAddedAt,
  }
}
