import pLimit from 'p-limit'
import { serviceErrors } from '#shared/api/service-errors.ts'
import { getEndpoint } from '#shared/api/endpoints.ts'
import { isAppError, AppError, type WireError } from '#shared/app-error.ts'
import { minuteMs, secondMs } from '#shared/durations.ts'
import { hasErrorConsequence } from '#shared/error-kinds.ts'
import { isKeyUsable } from '#shared/key-states.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { KeyLogCoverage } from '#shared/ipc/api-logs.ts'
import { findLimitThatBlocksCalls } from '#main/api/find-limit-that-blocks-calls.ts'
import type { KeychainSecretStore } from '#main/accounts/keychain-secret-store.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'
import { storeCompleteReadTimeOfPostEntries } from '#main/api-logs/execution-log-store.ts'
import type { Database } from '#main/store/database.ts'
import type { SettingsStore } from '#main/store/settings-store.ts'
import { fetchMissingLogEntries } from './fetch-missing-log-entries.ts'
import { queryKeyLogArchiveState, storeLogArchiveReadOutcome } from '#main/api-logs/log-archive-state-store.ts'
import { markEntriesOfReplacedSecrets } from '#main/api-logs/separate-logs-of-replaced-secrets.ts'
import { queryKeyLogCoverage } from './query-time-spans-of-stored-key-log.ts'

export interface LogArchiveUpdater {
  /** Reads the logs of all keys at intervals until `close`. */
  start(): void
  /**
   * Reads now what is missing of the logs of these accounts; null: of all accounts. A key whose log is being read is
   * not read twice. An account whose limit allows no call for more than a minute is read when the limit allows calls;
   * the promise does not wait for it. `mayUseWholeQuota`: true for a reading that the user started, to which the share
   * of background reading does not apply.
   */
  refresh(accountIds: readonly string[] | null, options?: { mayUseWholeQuota: boolean }): Promise<void>
  /** What is stored of each key, and which gaps are left. */
  keys(accountIds: readonly string[] | null): KeyLogCoverage[]
  close(): Promise<void>
}

export interface LogArchiveUpdaterDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys' | 'quotaUsage'>
  accounts: { keys(accountId: string): Key[] }
  database: Database
  clock: Clock
  emit: EmitEvent
  settings: Pick<SettingsStore, 'get' | 'onChange'>
  keychain: Pick<KeychainSecretStore, 'onChange'>
}

/**
 * Delay of the first reading after the start of the app, in milliseconds, so that the first calls serve the visible
 * view.
 */
const firstReadAfterMs = minuteMs
const readEveryMs = 15 * minuteMs
const emitEveryMs = 5 * secondMs
/** A reading continues during shorter waits for a limit, which are normal after many calls. */
const longestLimitWaitMs = minuteMs
const limitCheckWhileReadingEveryMs = secondMs
/** A limit may allow calls earlier than stated, for example when the user resumes the calls. */
const limitCheckWhileWaitingEveryMs = 10 * secondMs
/** Maximum number of accounts whose logs are read at once. */
const maxConcurrentAccounts = 4

/**
 * Keeps the execution logs of all keys beyond the time that the service keeps them (API description, section "Limits").
 * Calls have the lowest priority. Unless the user started the reading, they stay within the background share of the
 * day's quota.
 */
export function createLogArchiveUpdater({
  api,
  accounts,
  database,
  clock,
  emit,
  settings,
  keychain,
}: LogArchiveUpdaterDeps): LogArchiveUpdater {
  const closing = new AbortController()
  const limitConcurrency = pLimit(maxConcurrentAccounts)
  const running = new Map<string, Promise<void>>()
  const reading = new Set<string>()
  /** Accounts whose logs are read as soon as a limit allows calls again. */
  const waitingForLimit = new Set<string>()
  /** Accounts whose present or waiting reading was started by the user. */
  const mayUseWholeQuotaFor = new Set<string>()
  const notify = createThrottle(clock, emitEveryMs, () => {
    if (!closing.signal.aborted) emit('logs.changed', {})
  })

  const unpausedAccounts = (accountIds: readonly string[] | null): string[] =>
    database
      .all<{ id: string }>('select id from account where is_paused = 0 order by label collate nocase, id')
      .map(({ id }) => id)
      .filter((id) => accountIds === null || accountIds.includes(id))

  function remainingCallsToday(accountId: string): number {
    const usage = api.quotaUsage().find((one) => one.accountId === accountId && one.limitClass === 'account')
    if (!usage) return Infinity
    return Math.floor(usage.perDay * settings.get().backgroundShare) - usage.usedDay
  }

  /** How long a limit allows the account no call, in milliseconds. */
  function limitWaitMs(accountId: string): number {
    const limit = findLimitThatBlocksCalls(api, accountId, getEndpoint('account.logs').limit, clock.now())
    return limit?.error.kind === 'waits_for_limit' && limit.hasNoCallInFlight
      ? Number(limit.error.details['until']) - clock.now()
      : 0
  }

  async function abortWhenLimited(accountId: string, ending: AbortController): Promise<void> {
    while (limitWaitMs(accountId) <= longestLimitWaitMs) await clock.sleep(limitCheckWhileReadingEveryMs, ending.signal)
    ending.abort()
  }

  async function refreshAfterLimit(accountId: string): Promise<void> {
    if (waitingForLimit.has(accountId)) return
    waitingForLimit.add(accountId)
    for (let ms = limitWaitMs(accountId); ms > 0; ms = limitWaitMs(accountId))
      await clock.sleep(Math.min(ms, limitCheckWhileWaitingEveryMs), closing.signal)
    waitingForLimit.delete(accountId)
    await refresh([accountId])
    // If the account was paused or the app went offline meanwhile, a later reading is not the one of the user.
    if (!running.has(accountId) && !waitingForLimit.has(accountId)) mayUseWholeQuotaFor.delete(accountId)
  }

  function refreshAccount(accountId: string): Promise<void> {
    const current = running.get(accountId)
    if (current) return current
    const run = limitConcurrency(() => readAccount(accountId)).finally(() => {
      running.delete(accountId)
      if (!waitingForLimit.has(accountId)) mayUseWholeQuotaFor.delete(accountId)
      notify.trigger()
    })
    running.set(accountId, run)
    return run
  }

  /**
   * Ends when a limit stops the calls, and does not wait for it: a waiting account would keep a slot that others need.
   */
  async function readAccount(accountId: string): Promise<void> {
    const { keys, unusableKeys } = api.usableKeys(accountId, 'account.logs', {})
    for (const { keyId, reason } of unusableKeys)
      recordError(
        keyId,
        new AppError('no_key', 'This key cannot be used', { details: { keyId, reasons: [{ keyId, reason }] } }),
      )
    const ending = new AbortController()
    abortWhenLimited(accountId, ending).catch(() => undefined)
    try {
      await readKeys(keys, AbortSignal.any([closing.signal, ending.signal]))
      if (ending.signal.aborted) refreshAfterLimit(accountId).catch(() => undefined)
    } finally {
      ending.abort()
    }
  }

  async function readKeys(keys: readonly Key[], signal: AbortSignal): Promise<void> {
    for (const key of keys) {
      if (signal.aborted || settings.get().isOffline) return
      try {
        await readKey(key, signal)
      } catch (error) {
        if (signal.aborted) return
        const known = isAppError(error) ? error : new AppError('bug', String(error), { cause: error })
        // An error of the moment would be shown until the next reading, although its cause may have ended.
        if (!hasErrorConsequence(known, 'not_stored')) recordError(key.id, known)
        // Every other call of the account would fail, too.
        if (hasErrorConsequence(known, 'ends_run')) return
      }
    }
  }

  async function readKey({ id: keyId, accountId }: Key, signal: AbortSignal): Promise<void> {
    reading.add(keyId)
    notify.trigger()
    try {
      await markEntriesOfReplacedSecrets(database, keyId)
      const begunAt = clock.now()
      const isComplete = await fetchMissingLogEntries(
        {
          database,
          mayContinue: () =>
            !signal.aborted && (mayUseWholeQuotaFor.has(accountId) || remainingCallsToday(accountId) > 0),
          readPage: (input) =>
            api.call({ accountId, endpoint: 'account.logs', input, keyId, priority: 'background', signal }),
          onStored: () => notify.trigger(),
        },
        { accountId, keyId },
      )
      if (isComplete) storeCompleteReadTimeOfPostEntries(database, keyId, begunAt)
      recordError(keyId, null)
    } finally {
      reading.delete(keyId)
    }
  }

  function recordError(keyId: string, error: AppError | null): void {
    try {
      const { error: before } = queryKeyLogArchiveState(database, keyId)
      if (error === null && before === null) return
      storeLogArchiveReadOutcome(database, keyId, error, clock.now())
    } catch (failure) {
      // The key was removed meanwhile, or the database cannot be written, which every command reports.
      if (!isAppError(failure)) throw failure
    }
  }

  async function refresh(
    accountIds: readonly string[] | null,
    { mayUseWholeQuota } = { mayUseWholeQuota: false },
  ): Promise<void> {
    if (settings.get().isOffline || closing.signal.aborted) return
    const unpaused = unpausedAccounts(accountIds)
    if (mayUseWholeQuota) for (const accountId of unpaused) mayUseWholeQuotaFor.add(accountId)
    await Promise.all(unpaused.map(refreshAccount))
    notify.flush()
  }

  async function readAtIntervals(): Promise<void> {
    await clock.sleep(firstReadAfterMs, closing.signal)
    while (!closing.signal.aborted) {
      await refresh(null)
      await clock.sleep(readEveryMs, closing.signal)
    }
  }

  const refreshAll = () => void refresh(null).catch(() => undefined)
  let wasOffline = settings.get().isOffline
  const stopListening = [
    settings.onChange(({ isOffline }) => {
      if (wasOffline && !isOffline) refreshAll()
      wasOffline = isOffline
    }),
    keychain.onChange(({ state }) => {
      if (state === 'ready') refreshAll()
    }),
  ]

  return {
    start: () => void readAtIntervals().catch(() => undefined),
    refresh,
    keys: (accountIds) =>
      database
        .all<{ id: string; isPaused: number }>(
          'select id, is_paused as isPaused from account order by label collate nocase, id',
        )
        .filter(({ id }) => accountIds === null || accountIds.includes(id))
        .flatMap(({ id }) => accounts.keys(id))
        .map((key) => {
          const coverage = queryKeyLogCoverage(database, { accountId: key.accountId, keyId: key.id }, clock.now())
          const isErrorOver = coverage.error !== null && isErrorOfUnusableKey(coverage.error) && isKeyUsable(key)
          return { ...coverage, ...(isErrorOver && { error: null, errorAt: null }), isReading: reading.has(key.id) }
        }),
    async close() {
      for (const stop of stopListening) stop()
      closing.abort()
      await Promise.allSettled(running.values())
    },
  }
}

/** The key had a state in which it is not sent, or the service has just refused it. A new test may change that. */
function isErrorOfUnusableKey({ kind, status }: WireError): boolean {
  return kind === 'no_key' || status === serviceErrors.UNAUTHORIZED.status
}
