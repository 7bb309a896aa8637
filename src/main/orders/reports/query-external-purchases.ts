import { endpointOf } from '#shared/api/endpoints.ts'
import { minuteMs } from '#shared/api/limits.ts'
import type { IntentKind } from '#shared/ipc/order-items.ts'
import type { ExternalPurchase } from '#shared/ipc/order-reports.ts'
import { buildRequestParts } from '#main/api/http/build-request-parts.ts'
import type { Database } from '#main/store/database.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { iterateIntents } from '#main/orders/journal/iterate-intents.ts'
import { paidEndpoints, type Intent } from '#main/orders/intent.ts'
import type { Journal } from '#main/orders/journal/journal.ts'
import { pairLogEntries, type LoggedCall, type OwnCall } from './pair-log-entries.ts'

/** A POST to a paid path, as the execution log tells it (section "API execution log entry"). */
interface PaidLogEntry {
  accountId: string
  keyId: string
  at: number
  path: string
  statusCode: number
  ipAddress: string | null
}

/** One sending of ours, or a dry run. */
interface OwnRequest extends OwnCall {
  keyId: string
  path: string
}

/** Clocks differ, and the service may note the start of a request or its end. */
const clockToleranceMs = 2 * minuteMs
/** No paid call lasts longer; of one that Banto did not see end nothing else is known. */
const maxPaidCallMs = 3 * minuteMs

const paidPathPatterns = Object.entries(paidEndpoints).map(([kind, name]) => ({
  kind: kind as IntentKind,
  pattern: new RegExp(`^${endpointOf(name).path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
}))

/** The kind and target that a path names; null for a path that is not paid. */
export function parsePaidPath(path: string): { kind: IntentKind; target: string | null } | null {
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
 * Entries of the stored execution logs that nothing of ours explains: POSTs to paid paths by a key of the account that pair with no request
 * that this Banto made, dry runs among them, and with no sending that its journal knows. An entry and a request pair by key, path, answer and
 * time, each once.
 *
 * What this cannot know: a dry run of another tool looks the same as a purchase; two requests of one key to one path with the same answer are
 * told from each other by their time alone, so that of ours and a foreign one within seconds the wrong one may be shown; requests that this Banto made are kept up to a number,
 * so that its own old dry runs may be shown as foreign; where a clock is minutes off, its own ones are, too; and nothing is known of logs that
 * were not read.
 */
export async function queryExternalPurchases(database: Database, journal: Pick<Journal, 'chunks'>, accountIds: readonly string[] | null): Promise<ExternalPurchase[]> {
  const entries = queryPaidLogEntries(database, accountIds)
  const [first] = entries
  if (!first) return []
  const since = first.at - clockToleranceMs - maxPaidCallMs
  const requested = queryOwnRequests(database, since)
  const sendings = Map.groupBy([...requested, ...(await findSendingsWithoutRequest(journal, requested, since))], keyAndPath)
  const explained = new Set<LoggedCall>()
  for (const [name, own] of Map.groupBy(entries, keyAndPath)) {
    const ownRequests = (sendings.get(name) ?? []).sort((one, other) => one.from - other.from)
    for (const entry of pairLogEntries(own, ownRequests)) explained.add(entry)
    await yieldToEventLoop()
  }
  return entries.filter((entry) => !explained.has(entry)).map(toExternalPurchase).reverse()
}

const keyAndPath = ({ keyId, path }: { keyId: string; path: string }): string => `${keyId} ${normalizePath(path).toLowerCase()}`

/** Oldest first. */
function queryPaidLogEntries(database: Database, accountIds: readonly string[] | null): PaidLogEntry[] {
  return database
    .all<PaidLogEntry>(
      `select account_id as accountId, key_id as keyId, at, path, status_code as statusCode, ip_address as ipAddress from log_entry
       where method = 'POST' and account_id in (${accountIds ? 'select value from json_each(?)' : 'select id from account'}) order by at, rowid`,
      ...(accountIds ? [JSON.stringify(accountIds)] : []),
    )
    .filter(({ path }) => parsePaidPath(normalizePath(path)) !== null)
}

function queryOwnRequests(database: Database, since: number): OwnRequest[] {
  const endpoints = JSON.stringify(Object.values(paidEndpoints))
  return database
    .all<{ keyId: string; path: string; at: number; durationMs: number; status: number | null }>(
      `select key_id as keyId, path, at, duration_ms as durationMs, status from request where at >= ? and key_id is not null
       and endpoint in (select value from json_each(?)) and (error_kind is null or error_kind not in ('no_network', 'tls')) order by at`,
      since,
      endpoints,
    )
    .map(({ keyId, path, at, durationMs, status }) => ({ keyId, path, status, begunAt: at, endedAt: at + durationMs, from: at - clockToleranceMs, until: at + durationMs + clockToleranceMs }))
}

/**
 * Sendings of the journal that have no request beside them: the app ended before it was written, or it is no longer kept. A request begins
 * after the word that it leaves, however long it then waits for a connection, and is written when its answer comes, just before the word
 * of that: what was never answered has none, and the requests near it are others, such as the dry run before it.
 */
async function findSendingsWithoutRequest(journal: Pick<Journal, 'chunks'>, requested: readonly OwnRequest[], since: number): Promise<OwnRequest[]> {
  const missing: OwnRequest[] = []
  const answered: (OwnRequest & { leftAt: number; answeredAt: number })[] = []
  for await (const { keyId, item, steps } of iterateIntents(journal, {})) {
    const path = itemPath(item)
    const sendings = steps.filter(({ event }) => event !== 'stopped')
    for (const [index, { at, event }] of sendings.entries()) {
      const then = sendings[index + 1]
      if (event !== 'sent' || at < since || then?.event === 'not_sent') continue
      const sending = { keyId, path, status: null, begunAt: at, endedAt: Math.min(then?.at ?? Infinity, at + maxPaidCallMs), from: at - clockToleranceMs, until: at + maxPaidCallMs + clockToleranceMs }
      if (!then || then.event === 'interrupted') missing.push(sending)
      else answered.push({ ...sending, leftAt: at, answeredAt: then.at })
    }
  }
  const free = Map.groupBy(requested, keyAndPath)
  for (const sending of answered.sort((one, other) => one.answeredAt - other.answeredAt)) {
    const near = free.get(keyAndPath(sending)) ?? []
    const beside = near.findIndex(({ begunAt }) => sending.leftAt <= begunAt && begunAt <= sending.answeredAt)
    if (beside >= 0) near.splice(beside, 1)
    else missing.push(sending)
  }
  return missing
}

function itemPath(item: Intent['item']): string {
  return buildRequestParts(endpointOf(paidEndpoints[item.kind]), item.kind === 'order' ? {} : { domain_name: item.name }).path
}

function toExternalPurchase({ accountId, keyId, at, path, statusCode, ipAddress }: PaidLogEntry): ExternalPurchase {
  const { kind, target } = parsePaidPath(normalizePath(path)) as { kind: IntentKind; target: string | null }
  return { accountId, keyId, at, path, kind, target, statusCode, ipAddress }
}
