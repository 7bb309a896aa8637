import { findGrantForService } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import { maxLogPageSize } from '#shared/api/service-limits.ts'
import { isAppError } from '#shared/app-error.ts'
import { dayMs, minuteMs, secondMs } from '#shared/durations.ts'
import { hasErrorConsequence } from '#shared/error-kinds.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import { executionLogFilterSchema, type ExecutionLogFilter } from '#shared/ipc/api-logs.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import { storeLogPage } from '#main/api-logs/execution-log-store.ts'
import { parseLogEntry, type StoredLogEntry } from '#main/api-logs/parse-log-entry-and-count-equal-entries.ts'
import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import type { Database } from '#main/store/database.ts'
import { queryCompleteLogSpansOfPresentSecret } from '#main/api-logs/log-archive-state-store.ts'
import { lateLogEntryMarginMs, type LogPageResponse } from './fetch-missing-log-entries.ts'
import {
  markEntriesOfReplacedSecrets,
  rememberPresentSecret,
} from '#main/api-logs/separate-logs-of-replaced-secrets.ts'

export interface FetchLogEntriesOfWriteCallsDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys'>
  database: Database
  clock: Clock
  emit: EmitEvent
}

const writeMethods = ['POST', 'PUT', 'DELETE'] as const
/** One page for each method, and one second page. The archive reads what is left. */
const maxCallsPerKey = writeMethods.length + 1
/** Assumed difference of the clocks, in milliseconds, if the response does not state the time of the service. */
const unknownClockMs = 5 * minuteMs
/**
 * The first check of a key covers this time before the check, in milliseconds. Details that were read earlier are due
 * by their age.
 */
const firstCheckSpanMs = dayMs
/**
 * Maximum wait of these calls for the rate limit, in milliseconds. It is short, because the reading of details waits
 * for these calls.
 */
const maxWaitMs = 30 * secondMs

/**
 * Asks the log of each key of the account what the key wrote since the last check, from any computer: one call for each
 * method that writes (API description, section "Common endpoints"). The entries are stored with the other log entries,
 * where `queryDetailChangeHistory` finds them. Makes no call before the account's first details are read. A key whose
 * log cannot be read is left out. Throws errors that would stop every other call, too.
 */
export async function fetchLogEntriesOfWriteCalls(
  { api, database, clock, emit }: FetchLogEntriesOfWriteCallsDeps,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  const { keys } = api.usableKeys(accountId, 'account.logs', {})
  const results = await Promise.allSettled(keys.filter(mayWrite).map(checkKey))
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    if (!isAppError(result.reason) || hasErrorConsequence(result.reason, 'ends_run')) throw result.reason
  }

  async function checkKey(key: Key): Promise<void> {
    await markEntriesOfReplacedSecrets(database, key.id)
    const completeTo = queryCompleteTo(database, key.id) ?? clock.now() - unknownClockMs - firstCheckSpanMs
    if (!hasReadDetails(database, accountId)) {
      storeCheck(database, key.id, clock.now() - unknownClockMs, clock.now(), 0)
      return
    }
    const from = endOfSpanAround(database, key.id, completeTo)
    let callsLeft = maxCallsPerKey
    let first: LogPageResponse | null = null
    let isComplete = true
    for (const [index, method] of writeMethods.entries()) {
      const callsOfOthers = writeMethods.length - 1 - index
      const read = await fetchMethod(key, method, from, callsLeft - callsOfOthers)
      callsLeft -= read.calls
      first ??= read.first
      isComplete &&= read.isComplete
    }
    if (!isComplete || first === null) return
    const { readAt, serverAt } = first
    const serviceNow = serverAt ?? readAt - unknownClockMs
    const clockLeadMs = serverAt === null ? 0 : serverAt - readAt
    storeCheck(database, key.id, Math.max(completeTo, serviceNow - lateLogEntryMarginMs), clock.now(), clockLeadMs)
  }

  /** Reads and stores the entries of one method, the newest first, by at most `maxCalls` calls. */
  async function fetchMethod(
    key: Key,
    method: NonNullable<ExecutionLogFilter['method']>,
    from: number,
    maxCalls: number,
  ): Promise<{ first: LogPageResponse; calls: number; isComplete: boolean }> {
    const filter = executionLogFilterSchema.parse({ accountIds: null, from, method })
    let boundaryEntries: StoredLogEntry[] = []
    let cursor: string | null = null
    let first: LogPageResponse | null = null
    const isPresentSecret = rememberPresentSecret(database, key.id)
    for (let calls = 1; ; calls += 1) {
      const response: LogPageResponse = await api.call({
        accountId,
        endpoint: 'account.logs',
        input: { method, from: formatJapanTime(from), limit: maxLogPageSize, ...(cursor !== null && { cursor }) },
        keyId: key.id,
        priority: 'job',
        maxWaitMs,
        signal,
      })
      first ??= response
      if (!isPresentSecret()) return { first, calls, isComplete: false }
      const { data } = response
      const entries = data.logs.map(parseLogEntry).filter((entry) => entry !== null)
      if (entries.length > 0) {
        const page = { entries, boundaryEntries, hasMore: data.has_more }
        boundaryEntries = storeLogPage(database, { accountId, keyId: key.id }, filter, page)
        emit('logs.changed', {})
      }
      if (!data.has_more) return { first, calls, isComplete: true }
      if (calls === maxCalls || data.next_cursor === null) return { first, calls, isComplete: false }
      cursor = data.next_cursor
    }
  }
}

/** Returns whether the key may have written. Nothing is known about a key that was never checked. */
function mayWrite({ me }: Key): boolean {
  if (me === null) return true
  return (['domain', 'server'] as const).some((service) => {
    const grant = findGrantForService(me, service)
    return grant !== undefined && grant.permission_type !== 'read'
  })
}

function hasReadDetails(database: Database, accountId: string): boolean {
  return (
    database.get('select 1 from facet where account_id = ? and read_at is not null limit 1', accountId) !== undefined
  )
}

function queryCompleteTo(database: Database, keyId: string): number | null {
  const row = database.get<{ at: number }>('select complete_to as at from key_write_check where key_id = ?', keyId)
  return row?.at ?? null
}

/** Returns until when the archive has stored every entry since `at`. These entries need not be read again. */
function endOfSpanAround(database: Database, keyId: string, at: number): number {
  const span = queryCompleteLogSpansOfPresentSecret(database, keyId).find(({ from, to }) => from <= at && at < to)
  return span?.to ?? at
}

function storeCheck(
  database: Database,
  keyId: string,
  completeTo: number,
  checkedAt: number,
  clockLeadMs: number,
): void {
  database.run(
    `insert into key_write_check (key_id, complete_to, checked_at, clock_offset_ms) values (?, ?, ?, ?)
     on conflict (key_id) do update set complete_to = excluded.complete_to, checked_at = excluded.checked_at,
       clock_offset_ms = excluded.clock_offset_ms`,
    keyId,
    completeTo,
    checkedAt,
    Math.round(clockLeadMs),
  )
}
