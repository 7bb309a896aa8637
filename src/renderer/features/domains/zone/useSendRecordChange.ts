import { computed, shallowRef, watch } from 'vue'
import { maxServiceExecutionDelayMs } from '#shared/api/max-service-execution-delay.ts'
import { fromWireError, toAppError, type AppError } from '#shared/app-error.ts'
import { doesRecordChangeStillApply } from '#shared/dns/plan/does-record-change-still-apply.ts'
import type { RecordChange } from '#shared/ipc/dns.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { Cached } from '#shared/ipc/common-schemas.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useJobs } from '#renderer/stores/jobs.ts'
import { findRecordResultingFromChange, isChangeInZone } from './find-record-resulting-from-change.ts'
import { parseZoneOfConflictError } from './parse-zone-of-conflict-error.ts'

/** A change that failed, or whose outcome is not known. */
export interface RecordChangeFailure {
  change: RecordChange
  error: AppError
}

/** The zone as last read; null if it was never read. */
export interface ZoneLastRead {
  accountId: string
  domain: string
  zone: readonly ZoneRecord[] | null
  zoneReadAt: number | null
}

/**
 * Sends one confirmed change of a zone and keeps its outcome. If the answer is lost, the change is not sent again:
 * the zone is read, and the outcome is what the zone shows. `on.found`: the zone shows the resulting record.
 */
export function useSendRecordChange(
  lastRead: ZoneLastRead,
  on: { showZone: (zone: Cached<ZoneRecord[]>) => void; found: (record: ZoneRecord) => void },
) {
  const zone = { accountId: lastRead.accountId, domain: lastRead.domain }
  const jobs = useJobs()
  const hasCauseEnded = useHasErrorCauseEnded()
  const call = shallowRef<'sending' | 'reading' | null>(null)
  const failure = shallowRef<RecordChangeFailure | null>(null)
  /** The last change with an unknown outcome. It is kept after `failure` was hidden or replaced. */
  const unsettled = shallowRef<RecordChangeFailure | null>(null)
  /** True if the zone shows the `unsettled` change, after an unknown outcome and a new read of the zone. */
  const found = shallowRef<boolean | null>(null)
  /** False if the zone was read when the service could no longer execute a request with an unknown outcome. */
  const mayStillArrive = shallowRef(true)
  const readError = shallowRef<AppError | null>(null)
  /** When the `unsettled` change failed, by the monotonic clock, because the wall clock may be set back. */
  let failedAt = 0
  /** The same by the wall clock, because the monotonic clock stops while the computer sleeps. */
  let failedAtEpochMs = 0
  /** When the last change failed, by the wall clock. */
  let lastFailedAtEpochMs = 0
  /** The time of the reading that `readAgain` has judged. It knows when that reading began. */
  let ownReadAt: number | null = null

  function hideFailure(): void {
    failure.value = null
    readError.value = null
  }

  /**
   * Returns the zone after the change and the ID of its entry in the change log. Null if the change failed; `failure`
   * then holds the reason.
   */
  async function send(
    change: RecordChange,
  ): Promise<{ records: ZoneRecord[]; changeId: string | null; isAnswerLost: boolean } | null> {
    hideFailure()
    call.value = 'sending'
    try {
      const { changeId, isAnswerLost, ...after } = await mainCommands.dns.apply({ ...zone, change })
      unsettled.value = null
      on.showZone(after)
      return { records: after.data ?? [], changeId, isAnswerLost }
    } catch (thrown) {
      const error = toAppError(thrown)
      lastFailedAtEpochMs = Date.now()
      failure.value = { change, error }
      if (error.kind !== 'unsettled') return null
      unsettled.value = failure.value
      found.value = null
      mayStillArrive.value = true
      failedAt = performance.now()
      failedAtEpochMs = lastFailedAtEpochMs
      return null
    } finally {
      call.value = null
    }
  }

  /** `ageMs`: how long ago the zone was read; 0 if the reading begins now. */
  function isWithinExecutionDelay(ageMs: number): boolean {
    const sinceFailureMs = Math.max(performance.now() - failedAt, Date.now() - failedAtEpochMs)
    return sinceFailureMs - ageMs < maxServiceExecutionDelayMs
  }

  function judge(records: readonly ZoneRecord[], isWithinDelay: boolean): void {
    if (unsettled.value === null) return
    const { change } = unsettled.value
    found.value = isChangeInZone(records, change)
    mayStillArrive.value = isWithinDelay
    if (!found.value) return
    const record = findRecordResultingFromChange(records, change)
    if (record) on.found(record)
    if (failure.value === unsettled.value) return
    // The user has closed the notice, so the form is not disabled for its outcome.
    unsettled.value = null
    found.value = null
  }

  /** Another button, or Banto itself, may read the zone too. The time of such a reading is that of its answer. */
  watch(
    () => lastRead.zoneReadAt,
    (readAt) => {
      if (unsettled.value === null || found.value === true || lastRead.zone === null) return
      if (readAt === null || readAt <= failedAtEpochMs || readAt === ownReadAt) return
      readError.value = null
      judge(lastRead.zone, isWithinExecutionDelay(Math.max(0, Date.now() - readAt)))
    },
  )

  /** Reads the zone and checks whether it contains the change with the unknown outcome. */
  async function readAgain(): Promise<ZoneRecord[] | null> {
    call.value = 'reading'
    readError.value = null
    const isWithinDelay = isWithinExecutionDelay(0)
    try {
      const fresh = await mainCommands.dns.refresh(zone)
      on.showZone(fresh)
      if (fresh.error) throw fromWireError(fresh.error)
      const records = fresh.data ?? []
      ownReadAt = fresh.readAt
      judge(records, isWithinDelay)
      return records
    } catch (thrown) {
      readError.value = toAppError(thrown)
      return null
    } finally {
      call.value = null
    }
  }

  /** The zone to which the change no longer applies, as last read; null if it is not known. */
  const zoneOfConflict = computed(() => {
    if (failure.value?.error.kind !== 'conflict') return null
    const isReadSince = lastRead.zoneReadAt !== null && lastRead.zoneReadAt > lastFailedAtEpochMs
    return isReadSince ? lastRead.zone : parseZoneOfConflictError(failure.value.error)
  })
  const hasConflictEnded = computed(
    () =>
      failure.value !== null &&
      zoneOfConflict.value !== null &&
      doesRecordChangeStillApply(zoneOfConflict.value, failure.value.change),
  )

  /** Null also if the cause of the failure has ended, for example the job that was changing the domain. */
  const shownFailure = computed(() => {
    const { error } = failure.value ?? {}
    const hasJobEnded = error?.kind === 'open_job' && jobs.byId(String(error.details['jobId']))?.state === 'ended'
    return error && (hasJobEnded || hasConflictEnded.value || hasCauseEnded(error)) ? null : failure.value
  })
  const shownReadError = computed(() => (readError.value && hasCauseEnded(readError.value) ? null : readError.value))
  /** The change that the service may still execute; null if there is none. */
  const changeThatMayArrive = computed(() =>
    found.value !== true && mayStillArrive.value ? (unsettled.value?.change ?? null) : null,
  )
  const isBusy = computed(() => call.value !== null)
  /** The zone is only read: no change is being sent. */
  const isReading = computed(() => call.value === 'reading')
  return {
    isBusy,
    isReading,
    failure: shownFailure,
    zoneOfConflict,
    found,
    mayStillArrive,
    changeThatMayArrive,
    readError: shownReadError,
    send,
    readAgain,
    hideFailure,
  }
}
