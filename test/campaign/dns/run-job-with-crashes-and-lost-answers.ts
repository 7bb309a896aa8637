import { AppError, isAppError } from '#shared/app-error.ts'
import { pickRecordFields, type DnsRecordFields, type ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { Domain } from '#shared/ipc/inventory.ts'
import type { DomainSnapshot } from '#shared/ipc/domain-snapshots.ts'
import type { NewChangeLogEntry } from '#main/change-log/change-log-store.ts'
import type { JobItemContext, JobItemRunResult } from '#main/jobs/job-kind-interface.ts'
import type { DomainChangesProgress } from '#main/plans/domain-changes-job-schemas.ts'
import { emptyDomainEdit, type DomainEdit } from '#main/plans/domain-edit-schema.ts'
import type { DomainZoneAndSettings } from '#main/plans/domain-zone-and-settings.ts'
import { hasErrorFinding, planDomainChanges } from '#main/plans/plan-domain-changes.ts'
import { createDomainChangesJobKind, type DomainChangesJobKindDeps } from '#main/plans/domain-changes-job-kind.ts'
import type { Random } from '#test/bench/rate-limiter/random-distributions.ts'
import type { CurrentAndDesiredZone } from './plan-rules.ts'
import { createInMemoryZoneService, type RecordEndpoint } from './in-memory-zone-service.ts'

/** Share of the calls whose answer is lost. */
const lostShare = 0.15
/** Share of the calls and durable writes at which the process crashes. */
const crashShare = 0.1
/** Share of the lost calls that are answered with an error of the service, which does not state the outcome either. */
const serverErrorShare = 0.4
/** Share of the lost calls that the service executes at once. */
const executedShare = 0.4
/** Share of the lost calls that the service executes later. */
const lateShare = 0.2
/** A late call is executed within this time. */
const latestExecutionMs = 4 * 60_000
/** The service does not lose more answers in a row. After one more, the change would count as failed. */
const maxLostInARow = 2
/** Share of the runs that the user cancels. */
const cancelledShare = 0.25
/** The user cancels before this call at the latest. */
const latestCancelledCall = 12
/** At a crash the user may set the wall clock by up to this time, and may start the machine again. */
const largestJumpMs = 60 * 60_000
const bootShare = 0.2
/** In runs with another program: the share of calls before which it changes a record. */
const elsewhereShare = 0.12
/** In runs with another program: the share of plans that import a zone. */
const importShare = 0.7

/** A change with its result. `isInferred`: a reading showed the change instead of an answer. */
interface LoggedResult {
  change: DomainChange
  result: string
  isInferred?: true | undefined
}

export interface JobRunOutcome {
  state: JobItemRunResult['state']
  zone: readonly ZoneRecord[]
  /** Calls that changed the zone or tried to. */
  calls: number
  executed: number
  lostAnswers: number
  crashes: number
  /** The changes with the results that the job shows for them. */
  changes: readonly LoggedResult[]
  /** The changes with the results of the change log. */
  logged: readonly LoggedResult[]
  isCancelled: boolean
  executions: readonly Execution[]
  /** The IDs of records that somebody else deleted. */
  deletedElsewhere: ReadonlySet<number>
}

interface RecordCall {
  endpoint: RecordEndpoint
  input: object
  onSending?: () => void
}

/** A call that the service executed. */
interface Execution {
  endpoint: RecordEndpoint
  /** The ID of the record. */
  id: number
  /** The fields of an added record. */
  added: DnsRecordFields | null
}

class Crash extends Error {}

/**
 * Runs a plan as a job. Both the simulated service and the process may fail. The process may end at every durable write
 * and around every call; it then continues from what was stored. Null: a record of the pair breaks a rule, so it would
 * not be run. `isChangedElsewhere`: another program also changes records of the zone, sometimes in the same way as the
 * plan.
 */
export async function runJobWithCrashesAndLostAnswers(
  { current, desired, domain }: CurrentAndDesiredZone,
  random: Random,
  { isChangedElsewhere = false } = {},
): Promise<JobRunOutcome | null> {
  const records = desired.map(pickRecordFields)
  // An import goes on after changes elsewhere that it does not touch.
  const zoneEdit: NonNullable<DomainEdit['zone']> =
    isChangedElsewhere && random() < importShare
      ? { kind: 'import', mode: random() < 0.5 ? 'merge' : 'replace_names', records }
      : { kind: 'records', records }
  const edit = { ...emptyDomainEdit, zone: zoneEdit }
  const planned = planDomainChanges(toState(domain, current), edit)
  if (hasErrorFinding(planned)) return null

  let now = 0
  /** The clocks of the machine: the wall clock may be set, and the monotonic clock begins with the machine. */
  let wallError = 0
  let bootedAt = -60_000
  const cancelledCall = random() < cancelledShare ? random() * latestCancelledCall : Infinity
  const service = createInMemoryZoneService(domain, current)
  let late: { at: number; execute: () => void }[] = []
  const counts = { calls: 0, executed: 0, lostAnswers: 0, crashes: 0 }
  const executions: Execution[] = []
  const deletedElsewhere = new Set<number>()
  let lostInARow = 0
  const crashMaybe = () => {
    if (random() >= crashShare) return
    counts.crashes += 1
    wallError = (random() - 0.5) * 2 * largestJumpMs
    if (random() < bootShare) bootedAt = now
    throw new Crash()
  }
  function passTime(ms: number): void {
    now += ms
    for (const { execute } of late.filter(({ at }) => at <= now)) execute()
    late = late.filter(({ at }) => at > now)
  }

  function execute(endpoint: RecordEndpoint, input: object): unknown {
    const data = service.execute(endpoint, input)
    const { dns_id } = input as { dns_id?: number }
    const added = dns_id === undefined ? (data as ZoneRecord) : null
    executions.push({ endpoint, id: dns_id ?? (added as ZoneRecord).id, added: added && pickRecordFields(added) })
    counts.executed += 1
    return data
  }

  function changeElsewhere(): void {
    const own = { domain_name: domain }
    const zone = service.zone()
    const record = zone[Math.floor(random() * zone.length)]
    const wanted = records[Math.floor(random() * records.length)]
    const what = random()
    if (wanted && what < 0.3) service.execute('domain.addRecord', { ...own, ...wanted })
    else if (record && what < 0.6) {
      service.execute('domain.deleteRecord', { ...own, dns_id: record.id })
      deletedElsewhere.add(record.id)
    } else if (record) service.execute('domain.changeRecord', { ...own, dns_id: record.id, ttl: 777 })
  }

  /** `onSending` is called when the call has waited and its request leaves, as in the API client. */
  async function call({ endpoint, input, onSending }: RecordCall) {
    passTime(1_000)
    if (isChangedElsewhere && random() < elsewhereShare) changeElsewhere()
    if (endpoint === 'domain.dns') return { data: service.execute(endpoint, input), readAt: now }
    counts.calls += 1
    crashMaybe()
    onSending?.()
    if (lostInARow < maxLostInARow && random() < lostShare) {
      lostInARow += 1
      counts.lostAnswers += 1
      const fate = random()
      if (fate < executedShare) executeIfPossible(endpoint, input)
      else if (fate < executedShare + lateShare)
        late.push({ at: now + random() * latestExecutionMs, execute: () => executeIfPossible(endpoint, input) })
      throw random() < serverErrorShare
        ? new AppError('unsettled', 'The service failed', { status: 500, code: 'INTERNAL_ERROR' })
        : new AppError('unsettled', 'The answer was lost')
    }
    lostInARow = 0
    const data = execute(endpoint, input)
    crashMaybe()
    return { data, readAt: now }
  }
  function executeIfPossible(endpoint: RecordEndpoint, input: object): void {
    try {
      execute(endpoint, input)
    } catch (error) {
      if (!isAppError(error, 'service')) throw error
    }
  }

  /** What survives a crash, as JSON. */
  let progress = 'null'
  const log = new Map<string, string>()
  /** Entries of the change log of a transaction that is not ended. */
  let writing: [id: string, entry: string | null][] = []
  let entries = 0
  const newEntryId = () => `entry-${(entries += 1)}`
  const snapshots = new Map<string, string>()
  let stored: { data: ZoneRecord[]; readAt: number } = { data: [], readAt: now }
  const kind = createDomainChangesJobKind({
    clock: { now: () => now + wallError, monotonic: () => now - bootedAt, sleep: () => Promise.resolve() },
    inventory: {
      isChangedBetween: () => false,
      storeZone: (_: string, __: string, data: ZoneRecord[], readAt: number) => void (stored = { data, readAt }),
      zone: () => stored,
      domain: () => toDomain(domain, stored.data, stored.readAt),
      flush: () => undefined,
    } as unknown as DomainChangesJobKindDeps['inventory'],
    snapshots: {
      save(snapshot) {
        const id = String(snapshots.size)
        snapshots.set(id, JSON.stringify({ ...snapshot, id }))
        return { id } as DomainSnapshot
      },
      get: (id) => JSON.parse(snapshots.get(id) ?? 'null') as DomainSnapshot,
    },
    drafts: { removeMadeEdits: () => undefined },
    changeLog: {
      newEntryId,
      add({ id = newEntryId(), ...entry }) {
        crashMaybe()
        writing.push([id, JSON.stringify(toLoggedResult(entry))])
        return id
      },
      settle(id, entry) {
        crashMaybe()
        writing.push([id, JSON.stringify(toLoggedResult(entry))])
      },
      takeBack(id) {
        crashMaybe()
        writing.push([id, null])
      },
      mayUndoJob: () => false,
      countLocksThatCannotBeUndone: () => 0,
    },
  })
  const context: JobItemContext<DomainChangesProgress> = {
    api: { call } as unknown as JobItemContext['api'],
    signal: new AbortController().signal,
    isCancelled: () => counts.calls >= cancelledCall,
    saveProgress(next, alsoWrite) {
      crashMaybe()
      writing = []
      alsoWrite?.()
      progress = JSON.stringify(next)
      for (const [id, entry] of writing)
        if (entry === null) log.delete(id)
        else log.set(id, entry)
      crashMaybe()
    },
    sealedSecret: () => null,
    deleteSecret: () => undefined,
    showChecking: () => undefined,
    showRunning: () => undefined,
  }
  const input = { changes: planned.changes, edit, confirmed: planned.findings.map(({ code }) => code) }
  const item = { jobId: 'job', position: 0, accountId: 'a', domain, input }

  for (;;) {
    const before = JSON.parse(progress) as DomainChangesProgress | null
    const end = await kind.run({ ...item, progress: before }, context).catch((thrown: unknown) => {
      if (thrown instanceof Crash) return null
      throw thrown
    })
    if (end === null) continue
    if (end.state === 'checking') {
      passTime(end.runAgainInMs)
      continue
    }
    // The app may also end before the job notes the end of the item.
    if (random() < crashShare) continue
    passTime(2 * latestExecutionMs)
    const last = JSON.parse(progress) as DomainChangesProgress | null
    const { changes } = kind.toShownFields({ domain, input, progress: last, isEnded: true })
    const logged = [...log.values()].map((entry) => JSON.parse(entry) as JobRunOutcome['logged'][number])
    return {
      state: end.state,
      zone: service.zone(),
      ...counts,
      changes,
      logged,
      isCancelled: counts.calls >= cancelledCall,
      executions,
      deletedElsewhere,
    }
  }
}

function toLoggedResult({
  change,
  result,
  isDecidedByReading = false,
}: Pick<NewChangeLogEntry, 'change' | 'result' | 'isDecidedByReading'>) {
  return { change, result, ...(isDecidedByReading && { isInferred: true }) }
}

function toState(name: string, zone: readonly ZoneRecord[]): DomainZoneAndSettings {
  return {
    name,
    status: 'active',
    zone: [...zone],
    nameservers: null,
    lock: null,
    whois: null,
    listReadAt: 0,
    isRegistrarSwitchInProgress: { whois: false, lock: false },
    isWhoisEditable: true,
    serviceNameservers: [],
  }
}

function toDomain(name: string, zone: readonly ZoneRecord[], readAt: number): Domain {
  const unread = { data: null, readAt: null, error: null, errorAt: null }
  return {
    row: { name, status: 'active' } as Domain['row'],
    detail: unread,
    nameservers: unread,
    whois: unread,
    lock: unread,
    zone: { ...unread, data: [...zone], readAt },
    annotation: { tags: [], customer: '', note: '' },
    unknownChangeAt: { detail: null, zone: null, nameservers: null, whois: null, lock: null },
    serviceNameservers: [],
  }
}
