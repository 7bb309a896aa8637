import { mayHaveTakenEffect } from '#shared/api/error-predicates.ts'
import type { ProviderErrorCode } from '#shared/api/provider-errors.ts'
import { isAppError, toWireError, type AppError, type WireError } from '#shared/app-error.ts'
import { minuteMs } from '#shared/durations.ts'
import type { DomainChange } from '#shared/ipc/domain-changes.ts'
import type { ZoneRecord } from '#shared/ipc/inventory.ts'
import type { EndedJobItemState } from '#shared/ipc/jobs.ts'
import type { ChangeLog } from '#main/activity/change-log-store.ts'
import { throwIfCancelled } from '#main/api/cancellation.ts'
import type { Clock } from '#main/clock.ts'
import { zoneAfterRecordChange } from '#main/dns/zone-after-record-change.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { fetchDetail } from '#main/inventory/sync/fetch-detail.ts'
import { findErrorEffect } from '#main/jobs/find-error-effect.ts'
import type { JobItemContext, JobItemEnd, JobKind, StoredJobItem } from '#main/jobs/job-kind.ts'
import {
  areAmong,
  changeKey,
  changesOf,
  domainChangesInputSchema,
  domainChangesProgressSchema,
  notBegun,
  viewDomainChanges,
  type DomainChangesInput,
  type DomainChangesProgress,
} from './domain-changes-item.ts'
import { partsOf, toDomainState, type DomainState } from './domain-edit.ts'
import { comparePlanWithRest, isAsPlanned } from './compare-plans.ts'
import { planDomain } from './plan-domain.ts'
import { knownWhoisFields } from './plan-setting-changes.ts'
import type { DraftStore } from './draft-store.ts'
import type { SnapshotStore } from './snapshot-store.ts'
import { sendDomainChange, type SentChange } from './send-domain-change.ts'
import {
  describeAnswer,
  determineOutcome,
  expectedZone,
  isRecordChange,
  isSameZone,
  isSentOnce,
  recordInZone,
  zoneAfterMadeChange,
} from './settle-sent-change.ts'

export interface RunDomainChangesDeps {
  inventory: InventoryStore
  clock: Clock
  snapshots: Pick<SnapshotStore, 'save' | 'get'>
  changeLog: Pick<ChangeLog, 'add' | 'mayUndoJob'>
  drafts: Pick<DraftStore, 'discardIfMade'>
}

/** A request without an answer may still be executed for this time after it was sent. */
const lateExecutionMs = 5 * minuteMs
const readAgainMs = minuteMs
/** After so many failed readings in a row, a change whose answer was lost stays unknown. */
const maxFailedReads = 60
/** After an error of the service. Each further error makes the pause longer. */
const firstPauseMs = 15_000
/** A change that the domain does not show after so many unclear answers has failed. */
const maxUnclearAnswers = 3
const recordNotFoundCode: ProviderErrorCode = 'RECORD_NOT_FOUND'

/** The kind of job that runs plans: the changes of one domain are one item. */
export function createDomainChangesKind(
  deps: RunDomainChangesDeps,
): JobKind<DomainChangesInput, DomainChangesProgress> {
  return {
    input: domainChangesInputSchema,
    progress: domainChangesProgressSchema,
    limitClass: 'domain',
    async run(item, context) {
      const end = await createDomainRun(deps, item, context).run()
      if (end.state === 'done' && item.input.edit.zone) {
        const { accountId, domain } = item
        const zone = deps.inventory.domain(accountId, domain).zone.data
        // Otherwise the draft would show its edits again after the job is undone.
        if (zone) deps.drafts.discardIfMade(accountId, domain, zone)
      }
      return end
    },
    mayUndo: deps.changeLog.mayUndoJob,
    view: viewDomainChanges,
  }
}

/**
 * One run of the changes of a domain. The domain is read first, and nothing is sent if that reading needs other changes
 * than the plan. After a lost answer, a stop or a crash, the domain is read again, and the rest is planned anew.
 */
function createDomainRun(
  { inventory, clock, snapshots, changeLog }: RunDomainChangesDeps,
  item: StoredJobItem<DomainChangesInput, DomainChangesProgress>,
  context: JobItemContext<DomainChangesProgress>,
) {
  const { jobId, accountId, domain, input } = item
  const { api, signal } = context
  let progress = item.progress ?? notBegun
  /** The zone after the changes so far, and when its newest part was read. */
  let zone: { records: ZoneRecord[]; readAt: number; isStored: boolean } | null = null

  /** `alsoWrite`: writes that a crash must not separate from the progress. */
  function save(fields: Partial<DomainChangesProgress>, alsoWrite?: () => void): void {
    progress = { ...progress, ...fields }
    context.record(progress, alsoWrite)
  }

  function nextChange(): DomainChange | undefined {
    return changesOf(input, progress)[progress.done]
  }

  function log(change: DomainChange, result: 'done' | 'failed' | 'unknown', error: WireError | null): void {
    const { snapshotId } = progress
    changeLog.add({ accountId, domain, change, result, error, jobId, snapshotId })
  }

  function end(state: EndedJobItemState, error: WireError | null = null): JobItemEnd {
    const change = nextChange()
    const result = state === 'failed' || state === 'unknown' ? state : null
    save({ sending: null, end: { state, error } }, () => {
      if (change && result) log(change, result, error)
    })
    return { state, error }
  }

  /** Fetches the parts of the domain that the changes touch. */
  async function fetchState(): Promise<DomainState> {
    for (const detailKind of partsOf(input.edit)) {
      const detail = { resourceKind: 'domain', name: domain, detailKind } as const
      await fetchDetail({ api, inventory }, accountId, detail, { priority: 'job', signal })
    }
    const stored = inventory.domain(accountId, domain)
    if (input.edit.zone && stored.zone.data)
      zone = { records: stored.zone.data, readAt: stored.zone.readAt ?? clock.now(), isStored: true }
    return toDomainState(stored)
  }

  async function begin(): Promise<JobItemEnd> {
    const state = await fetchState()
    if (!isAsPlanned(planDomain(state, input.edit), input)) return end('replan')
    const { edit } = input
    const { id: snapshotId } = snapshots.save({
      accountId,
      domain,
      readAt: clock.now(),
      reason: 'before_change',
      jobId,
      records: edit.zone && state.zone,
      nameservers: edit.nameservers && state.nameservers,
      whois: edit.whois &&
        state.whois && { whois_privacy: state.whois.whois_privacy, fields: knownWhoisFields(state.whois.fields) },
      lock: edit.lock && state.lock ? state.lock.locked : null,
    })
    save({ snapshotId })
    return sendRemaining()
  }

  async function sendRemaining(): Promise<JobItemEnd> {
    for (;;) {
      const change = nextChange()
      if (change === undefined) return end('done')
      if (context.isCancelled()) return end('cancelled')
      throwIfCancelled(signal)
      save({ sending: { upAt: clock.monotonic(), isAnswered: false, error: null }, sendings: progress.sendings + 1 })
      let sent: SentChange
      try {
        sent = await sendDomainChange({ api, inventory }, { accountId, domain, signal }, change)
      } catch (error) {
        if (!isAppError(error)) throw error
        if (mayHaveTakenEffect(error) || error.code === recordNotFoundCode) return afterUnclearAnswer(error)
        if (findErrorEffect(error) === 'ends_item') return afterRefusal(change, error)
        // Nothing was sent this time. A call that is repeated by itself may have been sent before.
        save({ sendings: progress.sendings - 1, ...(isSentOnce(change) && { sending: null }) })
        throw error
      }
      confirmNext(change, sent.record, sent.readAt)
    }
  }

  async function afterRefusal(change: DomainChange, error: AppError): Promise<JobItemEnd> {
    const { sending, sendings } = progress
    if (isSentOnce(change) || sendings === 1 || !sending) return end('failed', toWireError(error))
    // The change was sent before without an answer, and that sending may still arrive.
    save({ unclearAnswers: maxUnclearAnswers, sending: { ...sending, error: toWireError(error) } })
    context.showChecking()
    return resume()
  }

  /** The next change was made. `record`: the record that it left. */
  function confirmNext(change: DomainChange, record: ZoneRecord | null, readAt: number): void {
    const answer = describeAnswer(change, record)
    save(
      {
        done: progress.done + 1,
        sendings: 0,
        unclearAnswers: 0,
        sending: null,
        ...(answer !== null && { answers: { ...progress.answers, [progress.done]: answer } }),
      },
      () => log(change, 'done', null),
    )
    if (zone && isRecordChange(change))
      zone = { records: zoneAfterRecordChange(zone.records, change, record), readAt, isStored: false }
  }

  /** The answer does not say whether the change was made, or the zone is not as it was read. */
  async function afterUnclearAnswer(error: AppError): Promise<JobItemEnd> {
    const isRefused = error.code === recordNotFoundCode
    // An earlier sending of the same change may be the reason for the refusal.
    if (isRefused && progress.sendings === 1) save({ sending: null })
    else if (progress.sending)
      save({
        unclearAnswers: progress.unclearAnswers + 1,
        sending: { ...progress.sending, isAnswered: error.status !== undefined, error: toWireError(error) },
      })
    context.showChecking()
    return resume()
  }

  /** Reads the domain after a lost answer, a stop or a crash, and continues with what is missing. */
  async function resume(): Promise<JobItemEnd> {
    const { sending } = progress
    const lost = sending?.error ?? null
    const change = nextChange()
    const base = progress.snapshotId === null ? [] : (snapshots.get(progress.snapshotId).records ?? [])
    const expected = zone?.records ?? expectedZone(base, input, progress)
    let state: DomainState
    try {
      state = await fetchState()
    } catch (error) {
      return afterFailedRead(error)
    }
    if (progress.failedReads > 0) save({ failedReads: 0 })
    const outcome = sending && change ? determineOutcome(change, expected, state) : null
    /** How much of a time since the sending remains, while the change may be made or not. */
    const remainingMs = (ms: number) => (sending && outcome !== 'done' ? ms - elapsedMs(sending.upAt) : 0)
    const waitMs = sending && change ? remainingMs(waitBeforeNextSendingMs(change, sending)) : 0
    if (waitMs > 0) return { state: 'checking', runAgainInMs: waitMs, error: lost }
    const isExplained =
      input.edit.zone !== null &&
      isSameZone(
        state.zone ?? [],
        change && outcome === 'done' ? zoneAfterMadeChange(change, expected, state) : expected,
      )
    if (change && outcome === 'done') confirmNext(change, recordInZone(change, expected, state), clock.now())

    const plan = planDomain(state, input.edit)
    const rest = changesOf(input, progress).slice(progress.done)
    const { isConfirmed, droppedChanges } = comparePlanWithRest(plan, rest, { state, isExplained })
    const isUnexecuted = progress.unclearAnswers >= maxUnclearAnswers && outcome === 'not_done'
    if (outcome === 'unclear' && !isConfirmed) return end('unknown', lost)
    const isCancelled = context.isCancelled() && plan.changes.length > 0
    const ending = isCancelled ? 'cancelled' : !isConfirmed ? 'replan' : isUnexecuted ? 'failed' : null
    if (ending !== null) {
      // Until the change can no longer arrive, nobody can say that it was not made.
      const lateMs = sending?.isAnswered === false ? remainingMs(lateExecutionMs) : 0
      if (lateMs > 0) return { state: 'checking', runAgainInMs: lateMs, error: lost }
      return end(ending, ending === 'failed' ? lost : null)
    }
    // A change that may be sent again at once may still arrive until its next sending is noted.
    if (progress.sending && change && isSentOnce(change)) save({ sending: null })
    if (!areAmong(rest, plan.changes)) {
      const made = [...changesOf(input, progress).slice(0, progress.done), ...droppedChanges]
      const [next] = plan.changes
      // What was counted for another change says nothing about the next one.
      const isSameNext = change && next && changeKey(next) === changeKey(change)
      save({
        changes: [...made, ...plan.changes],
        done: made.length,
        ...(!isSameNext && { sending: null, sendings: 0, unclearAnswers: 0 }),
      })
    }
    return sendRemaining()
  }

  function waitBeforeNextSendingMs(change: DomainChange, { isAnswered }: { isAnswered: boolean }): number {
    if (!isAnswered) return isSentOnce(change) ? lateExecutionMs : 0
    const { unclearAnswers } = progress
    return unclearAnswers < maxUnclearAnswers ? firstPauseMs * 4 ** Math.max(0, unclearAnswers - 1) : 0
  }

  /** The reading decides what became of a change, so that the item waits for it as long as that may help. */
  function afterFailedRead(error: unknown): JobItemEnd {
    const { sending } = progress
    if (!isAppError(error) || signal.aborted || findErrorEffect(error) === 'blocks_account') throw error
    if (!sending) {
      if (findErrorEffect(error) === 'is_retried') throw error
      return end('failed', toWireError(error))
    }
    if (findErrorEffect(error) === 'is_retried' && progress.failedReads < maxFailedReads) {
      save({ failedReads: progress.failedReads + 1 })
      return { state: 'checking', runAgainInMs: readAgainMs, error: toWireError(error) }
    }
    return end('unknown', sending.error ?? toWireError(error))
  }

  /**
   * Milliseconds since `upAt`, at the least. The monotonic clock begins anew when the machine starts, so the time is at
   * least the time since then.
   */
  function elapsedMs(upAt: number): number {
    const now = clock.monotonic()
    return now >= upAt ? now - upAt : now
  }

  function storeZone(): void {
    if (zone && !zone.isStored) inventory.storeZone(accountId, domain, zone.records, zone.readAt)
    inventory.flush()
  }

  return {
    async run(): Promise<JobItemEnd> {
      try {
        // The app was killed after the item had ended.
        if (item.progress?.end) return item.progress.end
        return await (item.progress === null ? begin() : resume())
      } finally {
        storeZone()
      }
    },
  }
}
