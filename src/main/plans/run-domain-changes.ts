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
  changesNotAmong,
  changesOf,
  domainChangesInputSchema,
  domainChangesProgressSchema,
  notBegun,
  viewDomainChanges,
  type DomainChangesInput,
  type DomainChangesProgress,
} from './domain-changes-item.ts'
import { partsOf, toDomainState, type DomainState } from './domain-edit.ts'
import { hasError, planDomain } from './plan-domain.ts'
import { knownWhoisFields, type PartPlan } from './plan-setting-changes.ts'
import type { SnapshotStore } from './snapshot-store.ts'
import { sendDomainChange } from './send-domain-change.ts'
import {
  determineOutcome,
  expectedZone,
  findAddedRecord,
  isMade,
  isRecordChange,
  isSameZone,
  isSentOnce,
} from './settle-sent-change.ts'

export interface RunDomainChangesDeps {
  inventory: InventoryStore
  clock: Clock
  snapshots: Pick<SnapshotStore, 'save' | 'get'>
  changeLog: Pick<ChangeLog, 'add'>
}

/** A request without an answer may still be executed for this time after it was sent. */
const lateExecutionMs = 5 * minuteMs
/** After this time without a reading, a change whose answer was lost stays unknown. */
const settlingLimitMs = 60 * minuteMs
const readAgainMs = minuteMs
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
    run: (item, context) => createDomainRun(deps, item, context).run(),
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

  function save(fields: Partial<DomainChangesProgress>): void {
    progress = { ...progress, ...fields }
    context.record(progress)
  }

  function nextChange(): DomainChange | undefined {
    return changesOf(input, progress)[progress.done]
  }

  function log(change: DomainChange, result: 'done' | 'failed' | 'unknown', error: WireError | null): void {
    const { snapshotId } = progress
    changeLog.add({ accountId, domain, change, result, error, jobId, snapshotId })
  }

  function end(state: EndedJobItemState, error: WireError | null = null): JobItemEnd {
    save({ sending: null, next: state === 'unknown' ? 'unknown' : 'not_done' })
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
    return sendRest()
  }

  async function sendRest(): Promise<JobItemEnd> {
    for (;;) {
      const change = nextChange()
      if (change === undefined) {
        save({ next: 'not_done' })
        return { state: 'done' }
      }
      if (context.isCancelled()) return end('cancelled')
      throwIfCancelled(signal)
      save({ sending: { at: clock.now(), isAnswered: false, error: null }, sendings: progress.sendings + 1 })
      try {
        const { record, readAt } = await sendDomainChange({ api, inventory }, { accountId, domain, signal }, change)
        confirmNext(change, record, readAt)
      } catch (error) {
        if (!isAppError(error)) throw error
        if (mayHaveTakenEffect(error) || error.code === recordNotFoundCode) return afterUnclearAnswer(error)
        if (findErrorEffect(error) === 'ends_item') {
          log(change, 'failed', toWireError(error))
          return end('failed', toWireError(error))
        }
        // Nothing was sent this time. A call that is repeated by itself may have been sent before.
        save({ sendings: progress.sendings - 1, ...(isSentOnce(change) && { sending: null }) })
        throw error
      }
    }
  }

  /** The next change was made. `record`: the record that it left. */
  function confirmNext(change: DomainChange, record: ZoneRecord | null, readAt: number): void {
    const answer = describeAnswer(change, record)
    save({
      done: progress.done + 1,
      sendings: 0,
      unclearAnswers: 0,
      sending: null,
      ...(answer !== null && { answers: { ...progress.answers, [progress.done]: answer } }),
    })
    if (zone && isRecordChange(change))
      zone = { records: zoneAfterRecordChange(zone.records, change, record), readAt, isStored: false }
    log(change, 'done', null)
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
    return goOn()
  }

  /** Reads the domain after a lost answer, a stop or a crash, and goes on with what is missing. */
  async function goOn(): Promise<JobItemEnd> {
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
    const outcome = sending && change ? determineOutcome(change, expected, state) : null
    if (sending && change && outcome !== 'done') {
      const elapsedMs = Math.max(0, clock.now() - sending.at)
      const remainingMs = waitBeforeNextSendingMs(change, sending) - elapsedMs
      if (remainingMs > 0) return { state: 'checking', runAgainInMs: remainingMs, error: lost }
    }
    const isExplained =
      input.edit.zone !== null &&
      isSameZone(state.zone ?? [], change && outcome === 'done' ? zoneWith(change, expected, state) : expected)
    if (change && outcome === 'done') confirmNext(change, recordInZone(change, expected, state), clock.now())
    else if (sending) save({ sending: null })

    const plan = planDomain(state, input.edit)
    const rest = changesOf(input, progress).slice(progress.done)
    // The zone may need other changes than planned to get from a half-made state to the desired one. Nobody else may have
    // changed it then, and whatever else is no longer needed must have been made by somebody.
    const needed = isExplained ? plan.changes.filter((one) => !isRecordChange(one)) : plan.changes
    const dropped = changesNotAmong(rest, plan.changes).filter((one) => !isExplained || !isRecordChange(one))
    const isConfirmed = !hasError(plan) && areAmong(needed, rest) && dropped.every((one) => isMade(one, state))
    if (change && outcome === 'unclear' && !isConfirmed) {
      log(change, 'unknown', lost)
      return end('unknown', lost)
    }
    if (context.isCancelled() && plan.changes.length > 0) return end('cancelled')
    if (!isConfirmed) return end('replan')
    if (progress.unclearAnswers >= maxUnclearAnswers && outcome === 'not_done' && change) {
      log(change, 'failed', lost)
      return end('failed', lost)
    }
    if (!areAmong(rest, plan.changes)) {
      const made = [...changesOf(input, progress).slice(0, progress.done), ...dropped]
      save({ changes: [...made, ...plan.changes], done: made.length })
    }
    return sendRest()
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
    const mayReadLater = findErrorEffect(error) === 'is_retried' && clock.now() - sending.at < settlingLimitMs
    if (mayReadLater) return { state: 'checking', runAgainInMs: readAgainMs, error: toWireError(error) }
    const change = nextChange()
    const lost = sending.error ?? toWireError(error)
    if (change) log(change, 'unknown', lost)
    return end('unknown', lost)
  }

  function storeZone(): void {
    if (zone && !zone.isStored) inventory.storeZone(accountId, domain, zone.records, zone.readAt)
    inventory.flush()
  }

  return {
    async run(): Promise<JobItemEnd> {
      try {
        return await (item.progress === null ? begin() : goOn())
      } finally {
        storeZone()
      }
    },
  }
}

/** Whether a plan made now has the changes that the user confirmed, and no finding that the user did not see. */
function isAsPlanned(plan: PartPlan, { changes, confirmed }: DomainChangesInput): boolean {
  return (
    !hasError(plan) &&
    plan.changes.length === changes.length &&
    areAmong(plan.changes, changes) &&
    plan.findings.every(({ code, needsTyping }) => !needsTyping || confirmed.includes(code))
  )
}

/** What the progress keeps of an answer; null if it follows from the change. */
function describeAnswer(change: DomainChange, record: ZoneRecord | null): number | ZoneRecord | null {
  if (record === null || !isRecordChange(change) || change.kind === 'delete') return null
  const isAsSent = isSameZone([record], [{ ...change.after, id: record.id }])
  if (!isAsSent) return record
  return change.kind === 'add' ? record.id : null
}

/** The record that a change has left in the zone. */
function recordInZone(change: DomainChange, expected: readonly ZoneRecord[], state: DomainState): ZoneRecord | null {
  if (!isRecordChange(change) || change.kind === 'delete') return null
  if (change.kind === 'add') return findAddedRecord(change, expected, state.zone ?? []) ?? null
  return state.zone?.find(({ id }) => id === change.before.id) ?? null
}

function zoneWith(change: DomainChange, expected: readonly ZoneRecord[], state: DomainState): readonly ZoneRecord[] {
  return isRecordChange(change)
    ? zoneAfterRecordChange(expected, change, recordInZone(change, expected, state))
    : expected
}
