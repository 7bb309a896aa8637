import type { EndpointInput, EndpointName } from '#shared/api/endpoints.ts'
import { AppError, isAppError, toAppError, toWireError } from '#shared/app-error.ts'
import { mayFailedCallHaveTakenEffect } from '#shared/api/error-predicates.ts'
import { secondMs } from '#shared/durations.ts'
import { pickZoneRecordFields, type ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { doesRecordChangeStillApply } from '#shared/dns/plan/does-record-change-still-apply.ts'
import type { RecordChange } from '#shared/ipc/dns.ts'
import type { Cached } from '#shared/ipc/common-schemas.ts'
import type { ChangeLog, NewChangeLogEntry } from '#main/change-log/change-log-store.ts'
import {
  checkUnknownChangeOutcomeLater,
  type CheckUnknownChangeOutcomeLaterDeps,
} from '#main/change-log/check-unknown-change-outcome-later.ts'
import type { Clock } from '#main/clock.ts'
import type { ApiClient, ApiRequest } from '#main/api/api-client-interface.ts'
import { wrapErrorAsChangeNotMade } from '#main/wrap-error-as-change-not-made.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import type { OnDemandDetailRefresher } from '#main/inventory/sync/on-demand-detail-refresher.ts'
import type { DomainSnapshotStore } from '#main/snapshots/domain-snapshot-store.ts'
import { assertRecordChangeFollowsRules } from './assert-record-change-follows-rules.ts'
import {
  computeZoneAfterRecordChange,
  pickChangedRecordFieldValues,
} from './changed-fields-and-zone-after-record-change.ts'
import { determineLostRecordChangeOutcome } from './determine-outcome-of-record-change-without-answer.ts'
import type { KeyedTaskQueue } from '#main/event-loop/keyed-task-queue.ts'

/** A zone that was read longer before the answer to its change keeps the time of that reading. In milliseconds. */
const maxAgeOfReadingAtAnswerMs = 10 * secondMs

interface SentRecordChange {
  /** The ID of its entry in the change log. Null if the zone was already as requested, so that nothing was sent. */
  changeId: string | null
  /** No answer confirmed the change, but the zone that was read afterwards shows it. */
  isAnswerLost: boolean
}

/** `answered`: the record that the change left; null for a deletion. `readAt`: when the answer arrived. */
interface AnsweredRecordChange {
  answered: ZoneRecord | null
  readAt: number
}

export interface SingleRecordEditor {
  /** The stored zone. */
  zone(accountId: string, domain: string): Cached<ZoneRecord[]>
  /** Fetches the zone now. A failure is in `error`. */
  refresh(accountId: string, domain: string): Promise<Cached<ZoneRecord[]>>
  /**
   * Checks the record rules, fetches the zone, sends the change and returns the new zone. The rules are checked before
   * a call is spent. The change is sent only if it still applies to the zone (`doesRecordChangeStillApply`). A snapshot
   * of the zone is stored before the change is sent. An entry is written to the change log when the request is sent.
   * After `unsettled`, the zone is read again when the change can no longer arrive.
   *
   * Throws:
   * - `open_job` while a job has begun to change the domain;
   * - `invalid_input` (details.issues) and `conflict` (details.expected, details.actual), before anything is sent;
   * - `unsettled` when the change may have happened;
   * - the errors of the calls.
   *
   * `details.hasHappened` is false for `open_job`, and for a failed read or snapshot before the sending.
   */
  apply(accountId: string, domain: string, change: RecordChange): Promise<Cached<ZoneRecord[]> & SentRecordChange>
}

export interface SingleRecordEditorDeps {
  api: Pick<ApiClient, 'call'>
  inventory: InventoryStore
  refresh: OnDemandDetailRefresher
  snapshots: Pick<DomainSnapshotStore, 'save'>
  changeLog: Pick<ChangeLog, 'add' | 'settle'> & CheckUnknownChangeOutcomeLaterDeps['changeLog']
  clock: Pick<Clock, 'now' | 'sleep'>
  closing: AbortSignal
  /** Runs changes of one domain one after another. The jobs use the same serializer. */
  runByDomain: KeyedTaskQueue
  findUnfinishedJobThatStartedOn: (domain: string) => string | null
}

export function createSingleRecordEditor({
  api,
  inventory,
  refresh,
  snapshots,
  changeLog,
  clock,
  closing,
  runByDomain,
  findUnfinishedJobThatStartedOn,
}: SingleRecordEditorDeps): SingleRecordEditor {
  async function fetchZone(accountId: string, domain: string): Promise<{ records: ZoneRecord[]; readAt: number }> {
    const { data, readAt } = await api.call({
      accountId,
      endpoint: 'domain.dns',
      input: { domain_name: domain },
      priority: 'interactive',
    })
    inventory.storeZone(accountId, domain, data.records, readAt)
    return { records: data.records.map(pickZoneRecordFields), readAt }
  }

  /** A job may wait for a lost answer. A change by hand could repeat what the job has sent. */
  function assertNoBegunJob(domain: string): void {
    const jobId = findUnfinishedJobThatStartedOn(domain)
    if (jobId === null) return
    throw new AppError('open_job', 'Nothing was sent, because a job that changes this domain is not ended', {
      details: { reason: 'domain_in_job', jobId, target: domain, count: 1, hasHappened: false },
    })
  }

  async function change(accountId: string, domain: string, requestedChange: RecordChange): Promise<SentRecordChange> {
    assertNoBegunJob(domain)
    const { records: before, readAt } = await fetchZone(accountId, domain).catch((error: unknown) => {
      throw isAppError(error)
        ? wrapErrorAsChangeNotMade(
            error,
            error.kind,
            `Nothing was sent, because the zone could not be read before: ${error.message}`,
          )
        : error
    })
    if (!doesRecordChangeStillApply(before, requestedChange)) {
      const expected = requestedChange.kind === 'add' ? null : requestedChange.before
      throw new AppError('conflict', 'The zone is not what it was when this change was decided', {
        details: { expected, actual: before },
      })
    }
    assertRecordChangeFollowsRules(domain, requestedChange, before)
    if (requestedChange.kind === 'change' && Object.keys(pickChangedRecordFieldValues(requestedChange)).length === 0)
      return { changeId: null, isAnswerLost: false }
    const snapshotId = saveSnapshot(accountId, domain, before, readAt)
    const entry = { accountId, domain, change: requestedChange, jobId: null, snapshotId }
    let sentAt: number | null = null
    /**
     * The entry is written when the request leaves, so that the change is in the log even if the app ends before the
     * answer arrives.
     */
    let sentEntryId: string | null = null
    const onSending = () => {
      sentAt = clock.now()
      sentEntryId = logSending({ ...entry, sentAt }, sentEntryId)
    }
    const fetchWhetherChangeIsMissing = async () =>
      determineLostRecordChangeOutcome(before, (await fetchZone(accountId, domain)).records, requestedChange) ===
      'not_done'
    const sent = await sendOrReconcile(accountId, domain, before, requestedChange, onSending).catch(
      (error: unknown) => {
        const entryId = logFailure({ ...entry, sentAt }, sentEntryId, error)
        if (entryId !== null && isAppError(error, 'unsettled'))
          void checkUnknownChangeOutcomeLater(
            { clock, changeLog, runByTarget: runByDomain, closing },
            { accountId, target: domain, entryId, fetchWhetherChangeIsMissing },
          )
        throw error
      },
    )
    if (!isAppError(sent)) storeAnsweredChange(accountId, domain, { records: before, readAt }, requestedChange, sent)
    const done = { result: 'done', error: isAppError(sent) ? toWireError(sent) : null, sentAt } as const
    const isAnswerLost = isAppError(sent)
    if (sentEntryId === null) return { changeId: changeLog.add({ ...entry, ...done }), isAnswerLost }
    changeLog.settle(sentEntryId, { change: requestedChange, ...done })
    return { changeId: sentEntryId, isAnswerLost }
  }

  /**
   * Stores the zone after the change. A reading of the zone while the change waited is kept and gets the change. A zone
   * that was read shortly before the answer gets the time of the answer, so that the next sync need not read it again.
   */
  function storeAnsweredChange(
    accountId: string,
    domain: string,
    read: { records: ZoneRecord[]; readAt: number },
    requestedChange: RecordChange,
    { answered, readAt: answeredAt }: AnsweredRecordChange,
  ): void {
    const { data, readAt } = inventory.zone(accountId, domain)
    const newest = data !== null && readAt !== null && readAt > read.readAt ? { records: data, readAt } : read
    const records = computeZoneAfterRecordChange(newest.records, requestedChange, answered)
    const isReadShortlyBefore = answeredAt - newest.readAt <= maxAgeOfReadingAtAnswerMs
    inventory.storeZone(accountId, domain, records, isReadShortlyBefore ? answeredAt : newest.readAt, answeredAt)
  }

  /** Throws the errors of the database, with `details.hasHappened` false. */
  function saveSnapshot(accountId: string, domain: string, records: ZoneRecord[], readAt: number): string {
    try {
      return snapshots.save({ accountId, domain, readAt, reason: 'before_change', jobId: null, records }).id
    } catch (error) {
      if (!isAppError(error)) throw error
      throw wrapErrorAsChangeNotMade(
        error,
        error.kind,
        `Nothing was sent, because no snapshot was stored: ${error.message}`,
      )
    }
  }

  /**
   * `sentEntryId`: the ID of the entry that an earlier attempt of the same call wrote. That entry gets the time of this
   * attempt. Returns the ID of the entry; null if no entry could be written.
   */
  function logSending(entry: Omit<NewChangeLogEntry, 'result' | 'error'>, sentEntryId: string | null): string | null {
    const sending = { ...entry, result: 'sending', error: null } as const
    try {
      if (sentEntryId === null) return changeLog.add(sending)
      changeLog.settle(sentEntryId, sending)
      return sentEntryId
    } catch (unwritten) {
      // The entry is written again after the answer.
      if (!isAppError(unwritten)) throw unwritten
      return sentEntryId
    }
  }

  /**
   * `sentEntryId`: the ID of the entry that was written when the request was sent; null if there is none. Returns the
   * ID of the entry that has the failure; null if the failure could not be written.
   */
  function logFailure(
    entry: Omit<NewChangeLogEntry, 'result' | 'error'>,
    sentEntryId: string | null,
    thrown: unknown,
  ): string | null {
    const error = toAppError(thrown)
    const failure = { result: error.kind === 'unsettled' ? 'unknown' : 'failed', error: toWireError(error) } as const
    try {
      if (sentEntryId === null) return changeLog.add({ ...entry, ...failure })
      changeLog.settle(sentEntryId, { change: entry.change, sentAt: entry.sentAt ?? null, ...failure })
      return sentEntryId
    } catch (unwritten) {
      // The outcome of the change is more important to the user than the entry.
      if (!isAppError(unwritten)) throw unwritten
      return null
    }
  }

  /**
   * Returns the service's answer, or the error of the sending if the zone that was read afterwards shows the change.
   */
  async function sendOrReconcile(
    accountId: string,
    domain: string,
    before: ZoneRecord[],
    requestedChange: RecordChange,
    onSending: () => void,
  ): Promise<Awaited<ReturnType<typeof sendChange>> | AppError> {
    let isAttemptLost = false
    const onAttemptEnded = (error: AppError | null) => {
      if (error && mayFailedCallHaveTakenEffect(error)) isAttemptLost = true
    }
    try {
      return await sendChange(accountId, domain, requestedChange, { onSending, onAttemptEnded })
    } catch (error) {
      // An earlier attempt of the call may still arrive if only the last one was refused.
      if (!isAppError(error) || !(mayFailedCallHaveTakenEffect(error) || isAttemptLost)) throw error
      await reconcileLostAnswer(accountId, domain, before, requestedChange, error)
      return error
    }
  }

  async function sendChange(
    accountId: string,
    domain: string,
    requestedChange: RecordChange,
    observers: Pick<ApiRequest<EndpointName>, 'onSending' | 'onAttemptEnded'>,
  ): Promise<AnsweredRecordChange> {
    const common = { accountId, priority: 'interactive', ...observers } as const
    if (requestedChange.kind === 'delete') {
      const input = { domain_name: domain, dns_id: requestedChange.before.id }
      const { readAt } = await api.call({ ...common, endpoint: 'domain.deleteRecord', input })
      return { answered: null, readAt }
    }
    if (requestedChange.kind === 'add') {
      const { data, readAt } = await api.call({
        ...common,
        endpoint: 'domain.addRecord',
        input: { domain_name: domain, ...requestedChange.after },
      })
      return { answered: pickZoneRecordFields(data), readAt }
    }
    const input = {
      domain_name: domain,
      dns_id: requestedChange.before.id,
      ...pickChangedRecordFieldValues(requestedChange),
    } as EndpointInput<'domain.changeRecord'>
    const { data, readAt } = await api.call({ ...common, endpoint: 'domain.changeRecord', input })
    return { answered: pickZoneRecordFields(data), readAt }
  }

  /** Fetches the zone to determine the outcome of a change whose answer was lost. */
  async function reconcileLostAnswer(
    accountId: string,
    domain: string,
    before: ZoneRecord[],
    requestedChange: RecordChange,
    error: AppError,
  ): Promise<void> {
    const { records: after } = await fetchZone(accountId, domain).catch((unread: unknown) => {
      throw new AppError(
        'unsettled',
        'The answer was lost and the zone could not be read again: the change may have happened',
        { cause: error, details: { change: requestedChange, lost: toWireError(error), unread: toWireError(unread) } },
      )
    })
    switch (determineLostRecordChangeOutcome(before, after, requestedChange)) {
      case 'done':
        return
      case 'not_done':
        // After a 5xx, for example of a gateway that gave up, the service may still execute the request. A zone without
        // the change therefore proves nothing so far.
        throw new AppError(
          'unsettled',
          'The answer was lost and the zone does not show the change so far: it may still arrive',
          { cause: error, details: { change: requestedChange, lost: toWireError(error), actual: after } },
        )
      case 'unclear':
        throw new AppError(
          'unsettled',
          'The answer was lost and the zone has changed in another way: the change may have happened',
          { cause: error, details: { change: requestedChange, lost: toWireError(error), actual: after } },
        )
    }
  }

  return {
    zone: (accountId, domain) => inventory.zone(accountId, domain),
    refresh: (accountId, domain) => refresh.zone(accountId, domain),
    async apply(accountId, domain, requestedChange) {
      inventory.domain(accountId, domain)
      assertRecordChangeFollowsRules(domain, requestedChange, null)
      // Each change is checked against the result of the previous one.
      const sent = await runByDomain(domain, () => change(accountId, domain, requestedChange)).finally(() =>
        inventory.flush(),
      )
      return { ...inventory.zone(accountId, domain), ...sent }
    },
  }
}
