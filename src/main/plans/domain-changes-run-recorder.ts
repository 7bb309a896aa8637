import type { WireError } from '#shared/app-error.ts'
import type { RecordChange } from '#shared/ipc/dns.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { EndStateOfChangingJobItem } from '#shared/ipc/jobs.ts'
import type { ChangeLog, NewChangeLogEntry } from '#main/change-log/change-log-store.ts'
import type { Clock } from '#main/clock.ts'
import { computeZoneAfterRecordChange } from '#main/dns/changed-fields-and-zone-after-record-change.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { fetchAndStoreDetail } from '#main/inventory/sync/fetch-and-store-detail.ts'
import type { JobItemContext, JobItemRunResult, JobItemWithParsedInput } from '#main/jobs/job-kind-interface.ts'
import {
  initialDomainChangesProgress,
  type DomainChangesInput,
  type DomainChangesProgress,
} from './domain-changes-job-schemas.ts'
import { getChangesOfNewestPlan } from './to-job-item-changes-with-results.ts'
import { listDomainEditParts } from './domain-edit-schema.ts'
import { toDomainZoneAndSettings, type DomainZoneAndSettings } from './domain-zone-and-settings.ts'
import { pickWhoisFieldsInOrder } from './plan-domain-setting-changes.ts'
import type { DomainSnapshotStore } from '#main/snapshots/domain-snapshot-store.ts'
import { computeExpectedZoneAfterDoneChanges } from './compute-expected-zone-after-done-changes.ts'
import { toStoredAnswerOfChange } from './find-record-written-by-change.ts'
import { isRecordChange } from './domain-change-predicates.ts'

export interface DomainChangesRunRecorderDeps {
  inventory: InventoryStore
  clock: Clock
  snapshots: Pick<DomainSnapshotStore, 'save' | 'get'>
  changeLog: Pick<ChangeLog, 'newEntryId' | 'add' | 'settle' | 'takeBack'>
}

/** `made`: the record that the change left; null for a deletion. */
interface AnsweredRecordChange {
  change: RecordChange
  made: ZoneRecord | null
  answeredAt: number
}

export type DomainChangesRunRecorder = ReturnType<typeof createDomainChangesRunRecorder>

/**
 * Records one run of the changes of a domain: keeps the progress and the zone, and stores them with the entries of the
 * change log.
 */
export function createDomainChangesRunRecorder(
  { inventory, clock, snapshots, changeLog }: DomainChangesRunRecorderDeps,
  {
    jobId,
    accountId,
    domain,
    input,
    progress: stored,
  }: JobItemWithParsedInput<DomainChangesInput, DomainChangesProgress>,
  { api, signal, saveProgress }: Pick<JobItemContext<DomainChangesProgress>, 'api' | 'signal' | 'saveProgress'>,
) {
  let progress = stored ?? initialDomainChangesProgress
  /** The zone after the changes so far, when it was read, and the answered changes since then. */
  let zone: { records: ZoneRecord[]; readAt: number; answered: AnsweredRecordChange[] } | null = null

  /** `alsoWrite`: writes that a crash must not separate from the progress. */
  function save(fields: Partial<DomainChangesProgress>, alsoWrite?: () => void): void {
    progress = { ...progress, ...fields }
    saveProgress(progress, alsoWrite)
  }

  function nextChange(): DomainChange | undefined {
    return getChangesOfNewestPlan(input, progress)[progress.done]
  }

  /** `entryId`: the entry that says that the outcome of the change is not known; null: there is none. */
  function log(
    change: DomainChange,
    result: 'done' | 'failed' | 'unknown',
    {
      entryId,
      ...outcome
    }: Pick<NewChangeLogEntry, 'error' | 'isDecidedByReading'> & { sentAt: number | null; entryId: string | null },
  ): void {
    const { snapshotId } = progress
    if (entryId !== null) changeLog.settle(entryId, { change, result, ...outcome })
    else changeLog.add({ accountId, domain, change, result, jobId, snapshotId, ...outcome })
  }

  /** Stores the progress, and the entry of the change log for the next change. */
  function saveWithEntry(
    fields: Partial<DomainChangesProgress>,
    entry: Pick<NewChangeLogEntry, 'change' | 'result' | 'error' | 'sentAt'>,
  ): void {
    const { logEntryId, snapshotId } = progress
    const id = logEntryId ?? changeLog.newEntryId()
    save({ ...fields, logEntryId: id }, () => {
      if (logEntryId !== null) changeLog.settle(id, entry)
      else changeLog.add({ ...entry, id, accountId, domain, jobId, snapshotId })
    })
  }

  return {
    get progress() {
      return progress
    },
    save,
    nextChange,

    /** The request of the next change leaves. The change log shows the change from now on. */
    saveSending(change: DomainChange, sendings: number): void {
      const at = clock.now()
      const sending = { upAt: clock.monotonic(), at, isAnswered: false, error: null }
      saveWithEntry({ sending, sendings }, { change, result: 'sending', error: null, sentAt: at })
    },

    /**
     * The service executed nothing of what was sent since `before`. The change log then shows the earlier sendings
     * only.
     */
    takeBackSending(
      before: Pick<DomainChangesProgress, 'sending' | 'sendings' | 'logEntryId'>,
      fields: Pick<Partial<DomainChangesProgress>, 'refused'> = {},
    ): void {
      const { logEntryId } = progress
      const change = nextChange()
      save({ ...before, ...fields }, () => {
        if (logEntryId === null || !change) return
        const { error = null, at: sentAt = null } = before.sending ?? {}
        if (before.logEntryId === null) changeLog.takeBack(logEntryId)
        else changeLog.settle(logEntryId, { change, result: 'unknown', error, sentAt })
      })
    },

    /**
     * The next change was sent, and its outcome is not known. The change log says so until the outcome is found out.
     */
    logUnknownOutcome(): void {
      const change = nextChange()
      const { sending } = progress
      if (!change || !sending) return
      saveWithEntry({}, { change, result: 'unknown', error: sending.error, sentAt: sending.at })
    },

    /** Ends the item. The next change gets the result, if it was sent. */
    end(state: EndStateOfChangingJobItem, error: WireError | null = null): JobItemRunResult {
      const { sending, sendings, refused, logEntryId: entryId } = progress
      const change = nextChange()
      const sentAt = sending?.at ?? refused?.at ?? null
      save({ sending: null, logEntryId: null, end: { state, error } }, () => {
        if (!change) return
        if (refused) log(change, 'failed', { error: refused.error, sentAt, entryId })
        else if (state === 'failed' || state === 'unknown') log(change, state, { error, sentAt, entryId })
        // A reading showed that the sent change was not made, and the item ends for another reason.
        else if ((sending && sendings > 0) || entryId !== null)
          log(change, 'failed', { error: sending?.error ?? null, sentAt, entryId })
      })
      return { state, error }
    },

    /** Fetches the parts of the domain that the changes touch. */
    async fetchDomain(): Promise<DomainZoneAndSettings> {
      for (const detailKind of listDomainEditParts(input.edit)) {
        const detail = { resourceKind: 'domain', name: domain, detailKind } as const
        await fetchAndStoreDetail({ api, inventory }, accountId, detail, { priority: 'job', signal })
      }
      const stored = inventory.domain(accountId, domain)
      if (input.edit.zone && stored.zone.data)
        zone = { records: stored.zone.data, readAt: stored.zone.readAt ?? clock.now(), answered: [] }
      return toDomainZoneAndSettings(stored)
    },

    /** Stores the parts of the domain that the changes touch, as they are before the first one. */
    takeSnapshot({ zone: records, nameservers, whois, lock }: DomainZoneAndSettings): void {
      const { edit } = input
      const { id: snapshotId } = snapshots.save({
        accountId,
        domain,
        readAt: clock.now(),
        reason: 'before_change',
        jobId,
        records: edit.zone && records,
        nameservers: edit.nameservers && nameservers,
        whois: edit.whois &&
          whois && { whois_privacy: whois.whois_privacy, fields: pickWhoisFieldsInOrder(whois.fields) },
        lock: edit.lock && lock ? lock.locked : null,
      })
      save({ snapshotId })
    },

    /** The zone that the changes so far should have left. */
    expectedZone(): ZoneRecord[] {
      const base = progress.snapshotId === null ? [] : (snapshots.get(progress.snapshotId).records ?? [])
      return zone?.records ?? computeExpectedZoneAfterDoneChanges(base, input, progress)
    },

    /**
     * The next change was made. `made`: the record that it left. `isDecidedByReading`: a reading showed it, not an
     * answer.
     */
    confirmNext(change: DomainChange, made: ZoneRecord | null, readAt: number, isDecidedByReading: boolean): void {
      const answer = toStoredAnswerOfChange(change, made)
      const sentAt = progress.sending?.at ?? null
      const entryId = progress.logEntryId
      save(
        {
          logEntryId: null,
          done: progress.done + 1,
          ...(isDecidedByReading && { inferred: [...progress.inferred, progress.done] }),
          sendings: 0,
          unclearAnswers: 0,
          sending: null,
          refused: null,
          ...(answer !== null && { answers: { ...progress.answers, [progress.done]: answer } }),
        },
        () => log(change, 'done', { error: null, sentAt, entryId, isDecidedByReading }),
      )
      if (!zone || !isRecordChange(change)) return
      zone.records = computeZoneAfterRecordChange(zone.records, change, made)
      if (!isDecidedByReading) zone.answered.push({ change, made, answeredAt: readAt })
    },

    /**
     * Stores the zone after the changes, with the time of its reading. If the zone was read again during the run, that
     * reading is kept and gets the changes that were answered later.
     */
    storeZone(): void {
      if (!zone) return
      const { data, readAt } = inventory.zone(accountId, domain)
      const newer = data !== null && readAt !== null && readAt > zone.readAt ? { records: data, readAt } : null
      const later = newer ? zone.answered.filter(({ answeredAt }) => answeredAt > newer.readAt) : zone.answered
      const last = later.at(-1)
      const records = newer
        ? later.reduce((before, { change, made }) => computeZoneAfterRecordChange(before, change, made), newer.records)
        : zone.records
      if (last) inventory.storeZone(accountId, domain, records, (newer ?? zone).readAt, last.answeredAt)
      inventory.flush()
    },
  }
}
