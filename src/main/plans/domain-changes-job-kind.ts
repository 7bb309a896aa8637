import { mayFailedCallHaveTakenEffect } from '#shared/api/error-predicates.ts'
import type { ServiceErrorCode } from '#shared/api/service-errors.ts'
import { isAppError, toWireError, type AppError } from '#shared/app-error.ts'
import { minuteMs } from '#shared/durations.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { ChangeLog } from '#main/change-log/change-log-store.ts'
import { throwIfCancelled } from '#main/api/throw-or-reject-when-cancelled.ts'
import { maxServiceExecutionDelayMs } from '#shared/api/max-service-execution-delay.ts'
import { findJobItemErrorEffect } from '#main/jobs/classify-job-item-error.ts'
import { getErrorOfChangeNotMade } from '#main/jobs/get-error-of-change-not-made.ts'
import type {
  JobItemContext,
  JobItemRunResult,
  JobKindImplementation,
  JobItemWithParsedInput,
} from '#main/jobs/job-kind-interface.ts'
import {
  computeMsSinceMonotonicTimeOrRestart,
  maxUnclearAnswers,
  computeDomainChangeResendDelayMs,
} from './compute-resend-delay-after-unclear-answer.ts'
import {
  comparePlanWithUnsentConfirmedChanges,
  doesPlanMatchConfirmedChanges,
  areChangesAlreadyMade,
  separateDeletionsAlreadyMade,
} from './compare-plan-with-confirmed-changes.ts'
import { buildDomainChangeIdentity } from './compare-domain-change-lists.ts'
import {
  domainChangesInputSchema,
  domainChangesProgressSchema,
  type DomainChangesInput,
  type DomainChangesProgress,
} from './domain-changes-job-schemas.ts'
import { getChangesOfNewestPlan, toPlannedChangesWithResults } from './to-job-item-changes-with-results.ts'
import { getDoneProgressIfOnlyConfirmedChangeWasLeft } from './end-unknown-item-if-only-confirmed-change-was-left.ts'
import type { DomainZoneAndSettings } from './domain-zone-and-settings.ts'
import { createDomainChangesRunRecorder, type DomainChangesRunRecorderDeps } from './domain-changes-run-recorder.ts'
import type { ZoneDraftStore } from './zone-draft-store.ts'
import { planDomainChanges } from './plan-domain-changes.ts'
import { sendDomainChange, type SentDomainChangeResult } from './send-domain-change.ts'
import { determineOutcomeOfChangeWithLostAnswer } from './determine-lost-domain-change-outcome.ts'
import { isRecordChange, isDomainChangeUnsafeToRepeat } from './domain-change-predicates.ts'
import { applyMadeChangeToExpectedZone } from './compute-expected-zone-after-done-changes.ts'
import { findRecordWrittenByChange } from './find-record-written-by-change.ts'
import { hasSameRecordsById } from '#shared/dns/records/has-same-records-by-id.ts'

export interface DomainChangesJobKindDeps extends DomainChangesRunRecorderDeps {
  changeLog: Pick<
    ChangeLog,
    'newEntryId' | 'add' | 'settle' | 'takeBack' | 'mayUndoJob' | 'countLocksThatCannotBeUndone'
  >
  drafts: Pick<ZoneDraftStore, 'removeMadeEdits'>
}

const readAgainMs = minuteMs
/** After so many failed readings in a row, a change whose answer was lost stays unknown. */
const maxFailedReads = 60
const recordNotFoundCode: ServiceErrorCode = 'RECORD_NOT_FOUND'

/** Returns the kind of job that runs plans: the changes of one domain are one item. */
export function createDomainChangesJobKind(
  deps: DomainChangesJobKindDeps,
): JobKindImplementation<DomainChangesInput, DomainChangesProgress> {
  return {
    input: domainChangesInputSchema,
    progress: domainChangesProgressSchema,
    limitClass: 'domain',
    async run(item, context) {
      const run = createDomainRun(deps, item, context)
      const end = await run.run()
      if (end.state !== 'checking' && item.input.edit.zone) {
        const { accountId, domain } = item
        const zone = deps.inventory.domain(accountId, domain).zone.data
        // Otherwise the draft would show its edits again after the job is undone, or after a change made elsewhere.
        if (zone) deps.drafts.removeMadeEdits(accountId, domain, zone, run.madeRecordChanges())
      }
      return end
    },
    markUnknownAsDone: getDoneProgressIfOnlyConfirmedChangeWasLeft,
    mayUndo: deps.changeLog.mayUndoJob,
    countLocksThatCannotBeUndone: deps.changeLog.countLocksThatCannotBeUndone,
    toShownFields: toPlannedChangesWithResults,
  }
}

/**
 * One run of the changes of a domain. The domain is read first. Nothing is sent if its current state requires different
 * changes from those the user confirmed, or no changes. Confirmed deletions of records that are gone are not sent.
 * After a lost answer, a stop or a crash, the domain is read again, and a new plan must contain only the changes that
 * were not made yet.
 */
function createDomainRun(
  deps: DomainChangesJobKindDeps,
  item: JobItemWithParsedInput<DomainChangesInput, DomainChangesProgress>,
  context: JobItemContext<DomainChangesProgress>,
) {
  const { inventory, clock } = deps
  const { accountId, domain, input } = item
  const { api, signal } = context
  const run = createDomainChangesRunRecorder(deps, item, context)
  const { save, nextChange, end } = run

  async function begin(): Promise<JobItemRunResult> {
    const state = await run.fetchDomain()
    const plan = planDomainChanges(state, input.edit)
    if (areChangesAlreadyMade(plan, input.changes, state)) return end('not_needed')
    if (!doesPlanMatchConfirmedChanges(plan, input, state)) return end('replan')
    run.takeSnapshot(state)
    const { made, remaining } = separateDeletionsAlreadyMade(input.changes, state)
    if (made.length > 0) save({ changes: [...made, ...remaining], done: made.length, notNeeded: made.length })
    return sendRemaining()
  }

  async function sendRemaining(): Promise<JobItemRunResult> {
    for (;;) {
      const change = nextChange()
      if (change === undefined) return end('done')
      if (context.isCancelled()) return end('cancelled')
      throwIfCancelled(signal)
      if (run.progress.refused) save({ refused: null })
      context.showRunning()
      const { sendings: sendingsBefore, sending, logEntryId } = run.progress
      const before = { sendings: sendingsBefore, sending, logEntryId }
      let unexplainedAttempts = 0
      let isAttemptLost = false
      /**
       * The sending is stored when the request leaves, not when its call begins to wait: a call that waits was not
       * sent.
       */
      const onSending = () => {
        unexplainedAttempts += 1
        run.saveSending(change, sendingsBefore + 1)
      }
      /**
       * If no attempt can have had an effect, the change is stored as not sent. This holds while the call waits, and
       * after it was stopped.
       */
      const onAttemptEnded = (error: AppError | null) => {
        if (error && mayFailedCallHaveTakenEffect(error)) isAttemptLost = true
        if (error === null || mayFailedCallHaveTakenEffect(error) || findJobItemErrorEffect(error) === 'ends_item')
          return
        unexplainedAttempts -= 1
        if (unexplainedAttempts === 0) run.takeBackSending(before)
      }
      let sent: SentDomainChangeResult
      try {
        const sender = { accountId, domain, signal, onSending, onAttemptEnded }
        sent = await sendDomainChange({ api, inventory }, sender, change)
      } catch (error) {
        if (!isAppError(error)) throw error
        if (mayFailedCallHaveTakenEffect(error) || error.code === recordNotFoundCode) return afterUnclearAnswer(error)
        if (findJobItemErrorEffect(error) === 'ends_item')
          return afterRefusal(change, error, isAttemptLost || sendingsBefore > 0)
        // This attempt was not sent. An earlier automatic attempt may have been sent.
        if (run.progress.sendings > sendingsBefore) {
          if (isDomainChangeUnsafeToRepeat(change)) run.takeBackSending({ ...before, sending: null })
          else {
            save({ sendings: sendingsBefore })
            run.logUnknownOutcome()
          }
        }
        if (run.progress.sending) context.showChecking()
        throw error
      }
      run.confirmNext(change, sent.record, sent.readAt, false)
    }
  }

  /** `wasSentBefore`: by an earlier call, or by an earlier attempt of the same call. */
  async function afterRefusal(
    change: DomainChange,
    error: AppError,
    wasSentBefore: boolean,
  ): Promise<JobItemRunResult> {
    const { sending } = run.progress
    if (isDomainChangeUnsafeToRepeat(change) || !wasSentBefore || !sending) return end('failed', toWireError(error))
    // The change was sent before without an answer, and that sending may still arrive.
    save({ unclearAnswers: maxUnclearAnswers, sending: { ...sending, error: toWireError(error) } })
    context.showChecking()
    return resume()
  }

  /** The answer does not say whether the change was made, or the zone is not as it was read. */
  async function afterUnclearAnswer(error: AppError): Promise<JobItemRunResult> {
    const isRefused = error.code === recordNotFoundCode
    const { sending, sendings, unclearAnswers } = run.progress
    // An earlier sending of the same change may be the reason for the refusal.
    if (isRefused && sendings === 1) {
      const refused = { at: sending?.at ?? null, error: toWireError(error) }
      run.takeBackSending({ sending: null, sendings, logEntryId: null }, { refused })
      return resume()
    }
    if (sending)
      save({
        unclearAnswers: unclearAnswers + 1,
        sending: { ...sending, isAnswered: error.status !== undefined, error: toWireError(error) },
      })
    context.showChecking()
    return resume()
  }

  /** Reads the domain after a lost answer, a stop or a crash, and continues with what is missing. */
  async function resume(): Promise<JobItemRunResult> {
    const { sending } = run.progress
    // A crash left the item as running.
    if (sending) {
      context.showChecking()
      run.logUnknownOutcome()
    }
    const lost = sending?.error ?? null
    const change = nextChange()
    // Nothing has to be found out, so nothing has to be read.
    if (!sending && change && context.isCancelled()) return end('cancelled')
    const expected = run.expectedZone()
    let state: DomainZoneAndSettings
    try {
      state = await run.fetchDomain()
    } catch (error) {
      return afterFailedRead(error)
    }
    if (run.progress.failedReads > 0) save({ failedReads: 0 })
    const outcome = sending && change ? determineOutcomeOfChangeWithLostAnswer(change, expected, state) : null
    /**
     * Returns the part of `ms` that has not passed since the sending. 0 if nothing was sent or the reading shows that
     * the change was made.
     */
    const remainingMs = (ms: number) =>
      sending && outcome !== 'done' ? ms - computeMsSinceMonotonicTimeOrRestart(sending.upAt, clock.monotonic()) : 0
    const waitMs = sending && change ? remainingMs(computeDomainChangeResendDelayMs(change, sending, run.progress)) : 0
    if (waitMs > 0) return { state: 'checking', runAgainInMs: waitMs, error: lost }
    const isExplained =
      input.edit.zone !== null &&
      hasSameRecordsById(
        state.zone ?? [],
        change && outcome === 'done' ? applyMadeChangeToExpectedZone(change, expected, state) : expected,
      )
    if (change && outcome === 'done')
      run.confirmNext(change, findRecordWrittenByChange(change, expected, state), clock.now(), true)

    const plan = planDomainChanges(state, input.edit)
    const rest = getChangesOfNewestPlan(input, run.progress).slice(run.progress.done)
    const { isConfirmed, remaining, dropped } = comparePlanWithUnsentConfirmedChanges(plan, rest, {
      state,
      isExplained,
    })
    const isUnexecuted = run.progress.unclearAnswers >= maxUnclearAnswers && outcome === 'not_done'
    if (outcome === 'unclear' && !isConfirmed) return end('unknown', lost)
    const isCancelled = context.isCancelled() && remaining.length > 0
    const ending = isCancelled ? 'cancelled' : !isConfirmed ? 'replan' : isUnexecuted ? 'failed' : null
    if (ending !== null) {
      // Until the change can no longer arrive, nobody can say that it was not made. It may arrive after a 5xx, too.
      const lateMs = remainingMs(maxServiceExecutionDelayMs)
      if (lateMs > 0) return { state: 'checking', runAgainInMs: lateMs, error: lost }
      return end(ending, ending === 'failed' ? getErrorOfChangeNotMade(lost) : null)
    }
    // For a change that is safe to repeat, `sending` stays until it is sent again, because its last request may still
    // arrive.
    if (run.progress.sending && change && isDomainChangeUnsafeToRepeat(change)) save({ sending: null })
    if (dropped.length > 0) {
      const made = [...getChangesOfNewestPlan(input, run.progress).slice(0, run.progress.done), ...dropped]
      const [next] = remaining
      // The counts of this change do not apply to another one.
      const isSameNext = change && next && buildDomainChangeIdentity(next) === buildDomainChangeIdentity(change)
      save({
        changes: [...made, ...remaining],
        done: made.length,
        // No answer confirmed them, and the job may never have sent them.
        inferred: [...run.progress.inferred, ...dropped.map((_, index) => run.progress.done + index)],
        // The entry of a change that was dropped keeps its unknown outcome: somebody has made the change.
        ...(!isSameNext && { sending: null, refused: null, logEntryId: null, sendings: 0, unclearAnswers: 0 }),
      })
    }
    return sendRemaining()
  }

  /** The reading decides the outcome of a change, so the item waits for the reading as long as that may help. */
  function afterFailedRead(error: unknown): JobItemRunResult {
    const { sending } = run.progress
    if (!isAppError(error) || signal.aborted || findJobItemErrorEffect(error) === 'blocks_account') throw error
    if (!sending) {
      if (findJobItemErrorEffect(error) === 'is_retried') throw error
      return end('failed', toWireError(error))
    }
    if (findJobItemErrorEffect(error) === 'is_retried' && run.progress.failedReads < maxFailedReads) {
      save({ failedReads: run.progress.failedReads + 1 })
      return { state: 'checking', runAgainInMs: readAgainMs, error: toWireError(error) }
    }
    return end('unknown', sending.error ?? toWireError(error))
  }

  return {
    madeRecordChanges: () =>
      getChangesOfNewestPlan(input, run.progress).slice(0, run.progress.done).filter(isRecordChange),
    async run(): Promise<JobItemRunResult> {
      try {
        // The app was killed after the item had ended.
        if (item.progress?.end) return item.progress.end
        return await (item.progress === null ? begin() : resume())
      } finally {
        run.storeZone()
      }
    },
  }
}
