import { z } from 'zod'
import { mayFailedCallHaveTakenEffect } from '#shared/api/error-predicates.ts'
import { endpoints, type EndpointInput, type EndpointName } from '#shared/api/endpoints.ts'
import { isAppError, toWireError, wireErrorSchema, type AppError, type WireError } from '#shared/app-error.ts'
import { minuteMs } from '#shared/durations.ts'
import type {
  LoggedServerChange,
  ServerChangeInput,
  ServerChangeName,
} from '#shared/ipc/single-server-change-commands.ts'
import type { ChangeLog, NewChangeLogEntry } from '#main/change-log/change-log-store.ts'
import { throwIfCancelled } from '#main/api/throw-or-reject-when-cancelled.ts'
import type { Clock } from '#main/clock.ts'
import { maxServiceExecutionDelayMs } from '#shared/api/max-service-execution-delay.ts'
import { findJobItemErrorEffect } from '#main/jobs/classify-job-item-error.ts'
import { getErrorOfChangeNotMade } from '#main/jobs/get-error-of-change-not-made.ts'
import type { JobItemContext, JobItemRunResult } from '#main/jobs/job-kind-interface.ts'
import {
  computeMsSinceMonotonicTimeOrRestart,
  maxUnclearAnswers,
  computeBackoffAfterUnclearAnswersMs,
} from '#main/plans/compute-resend-delay-after-unclear-answer.ts'
import { redactTypedSecrets } from '#main/servers/redact-typed-secrets-in-error.ts'
import { serverChangeSpecs } from '#main/servers/all-server-change-specs.ts'
import { toChangeLogEntryOfMadeChange, type AnyServerChangeSpec } from '#main/servers/server-change-spec-interface.ts'

/** The progress of one change of a server. It is stored before and after each call that changes something. */
export const serverChangeStepProgressSchema = z.object({
  /** Number of times that the change was sent. */
  sendings: z.number().int(),
  /** Number of sendings whose answer did not show whether the change was made. */
  unclearAnswers: z.number().int(),
  /** Consecutive failed readings since the last sending. */
  failedReads: z.number().int(),
  /** The entry of the change log while the outcome is found out, as in `domainChangesProgressSchema`. */
  logEntryId: z.string().nullable().default(null),
  /**
   * Null, or the change was sent and its outcome is not known yet. The fields are explained at
   * `domainChangesProgressSchema`.
   */
  sending: z
    .object({ upAt: z.number(), at: z.number().optional(), isAnswered: z.boolean(), error: wireErrorSchema.nullable() })
    .nullable(),
  end: z
    .object({
      state: z.enum(['done', 'not_needed', 'failed', 'unknown']),
      /** What `toValue` found in the answer; null when the answer was lost. */
      value: z.string().nullable(),
      /** The values that nothing proved, as in the change log. Steps of an older version did not store them. */
      unproved: z.string().nullable().default(null),
      error: wireErrorSchema.nullable(),
    })
    .nullable(),
})
export type ServerChangeStepProgress = z.infer<typeof serverChangeStepProgressSchema>

export const initialServerChangeStepProgress: ServerChangeStepProgress = {
  sendings: 0,
  unclearAnswers: 0,
  failedReads: 0,
  logEntryId: null,
  sending: null,
  end: null,
}

export interface ServerChangeStep<Name extends ServerChangeName> {
  name: Name
  /** The input without secrets. Only `addSecrets` adds them. Names are in Punycode. */
  input: ServerChangeInput<Name>
  addSecrets?: (input: ServerChangeInput<Name>) => Promise<ServerChangeInput<Name>>
  toValue?: (answer: unknown) => string | null
}

export interface ServerChangeStepContext extends Pick<
  JobItemContext,
  'api' | 'signal' | 'isCancelled' | 'showChecking' | 'showRunning'
> {
  jobId: string
  progress: ServerChangeStepProgress | null
  save: (progress: ServerChangeStepProgress, alsoWrite?: () => void) => void
}

/**
 * `cancelled`: no request was sent, or the change was certainly not made. `runAgain`: the outcome is not known so far.
 */
export type ServerChangeStepOutcome =
  | { kind: 'ended'; end: NonNullable<ServerChangeStepProgress['end']> }
  | { kind: 'cancelled' }
  | { kind: 'runAgain'; end: JobItemRunResult }

const readAgainMs = minuteMs
/** After this number of failed readings in a row, a change whose answer was lost stays unknown. */
const maxFailedReads = 60

/**
 * Makes one change of a server in a job, from the same description as the runner of single changes (ADR 24). The server
 * is read before each sending and after a lost answer, a stop or a crash. The change is sent again only if a reading
 * does not show it after the time in which a lost request may still be executed. If no reading can show the outcome,
 * the step ends as unknown.
 */
export async function runServerChangeStep<Name extends ServerChangeName>(
  {
    clock,
    changeLog,
  }: {
    clock: Pick<Clock, 'now' | 'monotonic'>
    changeLog: Pick<ChangeLog, 'newEntryId' | 'add' | 'settle' | 'takeBack'>
  },
  { name, input, addSecrets, toValue }: ServerChangeStep<Name>,
  {
    api,
    signal,
    isCancelled,
    showChecking,
    showRunning,
    jobId,
    progress: stored,
    save: saveProgress,
  }: ServerChangeStepContext,
): Promise<ServerChangeStepOutcome> {
  const spec: AnyServerChangeSpec<Name> = serverChangeSpecs[name]
  const { accountId, servername } = input
  const isRepeatable = endpoints[spec.endpoint].idempotency === 'repeatable'
  let progress = stored ?? initialServerChangeStepProgress

  function save(fields: Partial<ServerChangeStepProgress>, alsoWrite?: () => void): void {
    progress = { ...progress, ...fields }
    saveProgress(progress, alsoWrite)
  }

  const described: LoggedServerChange = {
    kind: 'server',
    operation: name,
    before: null,
    notListed: null,
    ...spec.describeForChangeLog(input),
    unproved: null,
  }
  const entry = { accountId, domain: servername, jobId, snapshotId: null }

  /** The change was sent, and its outcome is not known. The change log says so until the outcome is found out. */
  function logUnknownOutcome(): void {
    const { sending } = progress
    if (!sending) return
    saveWithEntry({}, { change: described, result: 'unknown', error: sending.error, sentAt: sending.at ?? null })
  }

  /** Stores the progress, and the entry of the change log. */
  function saveWithEntry(
    fields: Partial<ServerChangeStepProgress>,
    logged: Pick<NewChangeLogEntry, 'change' | 'result' | 'error' | 'sentAt'>,
  ): void {
    const { logEntryId } = progress
    const id = logEntryId ?? changeLog.newEntryId()
    save({ ...fields, logEntryId: id }, () => {
      if (logEntryId !== null) changeLog.settle(id, logged)
      else changeLog.add({ ...entry, ...logged, id })
    })
  }

  function end(
    state: NonNullable<ServerChangeStepProgress['end']>['state'],
    { answer = null, later = null, error = null }: { answer?: unknown; later?: unknown; error?: WireError | null } = {},
  ): ServerChangeStepOutcome {
    const change = state === 'done' ? toChangeLogEntryOfMadeChange(spec, described, answer, later) : described
    const sentAt = progress.sending?.at ?? null
    const { logEntryId } = progress
    const value = answer === null ? null : (toValue?.(answer) ?? null)
    const ended = { state, value, unproved: change.unproved, error }
    save({ sending: null, logEntryId: null, end: ended }, () => {
      // The service already has what the step adds. An earlier attempt may have added it, so its entry keeps the
      // unknown outcome.
      if (state === 'not_needed') return
      const logged = { change, result: state, error, sentAt, isDecidedByReading: state === 'done' && later !== null }
      if (logEntryId !== null) changeLog.settle(logEntryId, logged)
      else changeLog.add({ ...entry, ...logged })
    })
    return { kind: 'ended', end: ended }
  }

  /**
   * Ends a cancelled step after a reading showed that the change was not made. An earlier sending is logged as failed.
   */
  function cancel(): ServerChangeStepOutcome {
    const { sending, logEntryId } = progress
    if (sending === null && logEntryId === null) return { kind: 'cancelled' }
    const [error, sentAt] = [sending?.error ?? null, sending?.at ?? null]
    save({ sending: null, logEntryId: null }, () => {
      if (logEntryId !== null) changeLog.settle(logEntryId, { change: described, result: 'failed', error, sentAt })
    })
    return { kind: 'cancelled' }
  }

  async function read(): Promise<unknown> {
    if (!spec.reading) return undefined
    const { endpoint } = spec.reading
    const readingInput = spec.reading.toInput(input) as EndpointInput<EndpointName>
    return (await api.call({ accountId, endpoint, input: readingInput, priority: 'job', signal })).data
  }

  async function send(): Promise<ServerChangeStepOutcome> {
    const before = await read()
    const need = spec.reading && spec.reading.findNeed(before as never, input)
    // The object already exists.
    if (need === 'conflict' || need === 'already_listed' || need === 'already_so') return end('not_needed')
    if (isCancelled()) return cancel()
    const full = addSecrets ? await addSecrets(input) : input
    throwIfCancelled(signal)
    showRunning()
    const { sendings: sendingsBefore, logEntryId: entryIdBefore } = progress
    /**
     * The sending is stored when the request leaves, not when its call begins to wait: a call that waits was not sent.
     */
    const onSending = () => {
      const at = clock.now()
      const sending = { upAt: clock.monotonic(), at, isAnswered: false, error: null }
      const logged = { change: described, result: 'sending', error: null, sentAt: at } as const
      saveWithEntry({ sending, sendings: sendingsBefore + 1 }, logged)
    }
    try {
      const sent = spec.toInput(full) as EndpointInput<EndpointName>
      const call = { accountId, endpoint: spec.endpoint, input: sent, priority: 'job', signal, onSending } as const
      const { data } = await api.call(call)
      return end('done', { answer: data })
    } catch (thrown) {
      if (!isAppError(thrown)) throw thrown
      const error = redactTypedSecrets(thrown, spec.secretsOf?.(full) ?? [], spec.answersSecret === true)
      return afterError(error, sendingsBefore, entryIdBefore)
    }
  }

  async function afterError(
    error: AppError,
    earlierSendings: number,
    earlierEntryId: string | null,
  ): Promise<ServerChangeStepOutcome> {
    const lost = toWireError(error)
    if (mayFailedCallHaveTakenEffect(error)) {
      const { upAt, at } = progress.sending ?? { upAt: clock.monotonic(), at: clock.now() }
      const isAnswered = error.status !== undefined
      save({ unclearAnswers: progress.unclearAnswers + 1, sending: { upAt, at, isAnswered, error: lost } })
      showChecking()
      return settle()
    }
    if (findJobItemErrorEffect(error) === 'ends_item') {
      // An earlier sending may be the reason for the refusal.
      const later = earlierSendings > 0 ? await read() : null
      return later !== null && showsChange(later) ? end('done', { later }) : end('failed', { error: lost })
    }
    // The service executed nothing this time.
    if (progress.sending) {
      const { logEntryId } = progress
      save({ sendings: earlierSendings, sending: null, logEntryId: earlierEntryId }, () => {
        if (logEntryId === null) return
        if (earlierEntryId === null) changeLog.takeBack(logEntryId)
        else changeLog.settle(logEntryId, { change: described, result: 'unknown', error: null })
      })
    }
    throw error
  }

  function showsChange(after: unknown): boolean {
    return spec.reading?.determineOutcome(after as never, input, undefined as never) === 'done'
  }

  /** Finds out by a reading whether the sent change was made. Used after a lost answer, a stop or a crash. */
  async function settle(): Promise<ServerChangeStepOutcome> {
    const { sending, unclearAnswers } = progress
    if (sending === null) return send()
    const lost = sending.error
    logUnknownOutcome()
    if (!spec.reading) return end('unknown', { error: lost })
    let after: unknown
    try {
      after = await read()
    } catch (error) {
      return afterFailedRead(error, lost)
    }
    if (progress.failedReads > 0) save({ failedReads: 0 })
    const outcome = spec.reading.determineOutcome(after as never, input, undefined as never)
    if (outcome === 'done') return end('done', { later: after })
    if (outcome === 'unclear') return end('unknown', { error: lost })
    const hasFailed = sending.isAnswered && unclearAnswers >= maxUnclearAnswers
    // Before a change is reported as failed, its request must no longer be able to arrive. An addition is also repeated
    // only after that time, even after an error of the service: both requests could be executed.
    const mayRepeatEarly = isRepeatable && sending.isAnswered && !hasFailed && !isCancelled()
    const resendDelayMs = mayRepeatEarly
      ? computeBackoffAfterUnclearAnswersMs(unclearAnswers)
      : maxServiceExecutionDelayMs
    const waitMs = resendDelayMs - computeMsSinceMonotonicTimeOrRestart(sending.upAt, clock.monotonic())
    if (waitMs > 0) return { kind: 'runAgain', end: { state: 'checking', runAgainInMs: waitMs, error: lost } }
    if (isCancelled()) return cancel()
    if (hasFailed || unclearAnswers >= maxUnclearAnswers) return end('failed', { error: getErrorOfChangeNotMade(lost) })
    save({ sending: null })
    return send()
  }

  function afterFailedRead(error: unknown, lost: WireError | null): ServerChangeStepOutcome {
    if (!isAppError(error) || signal.aborted || findJobItemErrorEffect(error) === 'blocks_account') throw error
    if (findJobItemErrorEffect(error) === 'is_retried' && progress.failedReads < maxFailedReads) {
      save({ failedReads: progress.failedReads + 1 })
      const runAgain = { state: 'checking' as const, runAgainInMs: readAgainMs, error: toWireError(error) }
      return { kind: 'runAgain', end: runAgain }
    }
    return end('unknown', { error: lost ?? toWireError(error) })
  }

  if (progress.end) return { kind: 'ended', end: progress.end }
  return progress.sending ? settle() : send()
}
