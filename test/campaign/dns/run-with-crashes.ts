import { AppError } from '#shared/app-error.ts'
import { pickRecordFields, type ZoneRecord } from '#shared/dns/dns-record.ts'
import type { RecordChange } from '#shared/ipc/dns.ts'
import type { Domain } from '#shared/ipc/inventory.ts'
import type { Snapshot } from '#shared/ipc/snapshots.ts'
import type { JobItemContext, JobItemEnd } from '#main/jobs/job-kind.ts'
import type { DomainChangesProgress } from '#main/plans/domain-changes-item.ts'
import { emptyEdit, type DomainState } from '#main/plans/domain-edit.ts'
import { hasError, planDomain } from '#main/plans/plan-domain.ts'
import { createDomainChangesKind, type RunDomainChangesDeps } from '#main/plans/run-domain-changes.ts'
import type { Random } from '#test/bench/rate-limiter/random-distributions.ts'
import type { PlannedPair } from './plan-rules.ts'

/** Shares of the calls and durable writes that fail. */
const lostShare = 0.15
const crashShare = 0.1
/** Share of the lost calls that the service executes at once, and that it executes later. */
const executedShare = 0.4
const lateShare = 0.2
const latestExecutionMs = 4 * 60_000
/** The service does not lose more answers in a row. After one more, the change would count as failed. */
const mostLostInARow = 2

export interface RunOutcome {
  state: JobItemEnd['state']
  zone: readonly ZoneRecord[]
  /** Calls that changed the zone or tried to. */
  calls: number
  executed: number
  lostAnswers: number
  crashes: number
  /** Results shown for the changes. */
  results: readonly string[]
}

class Crash extends Error {}

/**
 * Runs a plan by the kind of job that runs plans, on a service and a process that fail. The process may end at every
 * durable write and around every call; it then continues from what was stored. Null: a record of the pair breaks a rule,
 * so it would not be run.
 */
export async function runWithCrashes(
  { current, desired, domain }: PlannedPair,
  random: Random,
): Promise<RunOutcome | null> {
  const edit = { ...emptyEdit, zone: { kind: 'records' as const, records: desired.map(pickRecordFields) } }
  const planned = planDomain(toState(domain, current), edit)
  if (hasError(planned)) return null

  let now = 0
  let zone: ZoneRecord[] = current.map((record) => ({ ...record }))
  let nextId = Math.max(0, ...current.map(({ id }) => id))
  let late: { at: number; execute: () => void }[] = []
  const counts = { calls: 0, executed: 0, lostAnswers: 0, crashes: 0 }
  let lostInARow = 0
  const crashMaybe = () => {
    if (random() >= crashShare) return
    counts.crashes += 1
    throw new Crash()
  }
  function passTime(ms: number): void {
    now += ms
    for (const { execute } of late.filter(({ at }) => at <= now)) execute()
    late = late.filter(({ at }) => at > now)
  }

  function execute(change: RecordChange): ZoneRecord | null {
    if (change.kind !== 'add' && !zone.some(({ id }) => id === change.before.id))
      throw new AppError('service', 'No such record', { code: 'RECORD_NOT_FOUND', status: 404 })
    counts.executed += 1
    if (change.kind === 'delete') {
      zone = zone.filter(({ id }) => id !== change.before.id)
      return null
    }
    const record = { ...pickRecordFields(change.after), id: change.kind === 'add' ? (nextId += 1) : change.before.id }
    zone = change.kind === 'add' ? [...zone, record] : zone.map((one) => (one.id === record.id ? record : one))
    return record
  }

  async function call({ endpoint, input }: { endpoint: string; input: Record<string, unknown> }) {
    passTime(1_000)
    if (endpoint === 'domain.dns') return { data: { records: zone.map((record) => ({ ...record })) }, readAt: now }
    counts.calls += 1
    crashMaybe()
    const change = toChange(endpoint, input)
    if (lostInARow < mostLostInARow && random() < lostShare) {
      lostInARow += 1
      counts.lostAnswers += 1
      const fate = random()
      if (fate < executedShare) executeIfPossible(change)
      else if (fate < executedShare + lateShare)
        late.push({ at: now + random() * latestExecutionMs, execute: () => executeIfPossible(change) })
      throw new AppError('unsettled', 'The answer was lost')
    }
    lostInARow = 0
    const data = execute(change)
    crashMaybe()
    return { data, readAt: now }
  }
  function executeIfPossible(change: RecordChange): void {
    if (change.kind === 'add' || zone.some(({ id }) => id === change.before.id)) execute(change)
  }
  function toChange(
    endpoint: string,
    { domain_name: _, dns_id: id, ...fields }: Record<string, unknown>,
  ): RecordChange {
    if (endpoint === 'domain.addRecord') return { kind: 'add', after: fields as RecordChange & never }
    const before = zone.find((record) => record.id === id) ?? ({ id } as ZoneRecord)
    if (endpoint === 'domain.deleteRecord') return { kind: 'delete', before }
    return { kind: 'change', before, after: { ...pickRecordFields(before), ...fields } as RecordChange & never }
  }

  /** What survives a crash, as JSON. */
  let progress = 'null'
  const snapshots = new Map<string, string>()
  let stored: ZoneRecord[] = []
  const kind = createDomainChangesKind({
    clock: { now: () => now, monotonic: () => now, sleep: () => Promise.resolve() },
    inventory: {
      storeZone: (_: string, __: string, records: ZoneRecord[]) => void (stored = records),
      domain: () => toDomain(domain, stored, now),
      flush: () => undefined,
    } as unknown as RunDomainChangesDeps['inventory'],
    snapshots: {
      save(snapshot) {
        const id = String(snapshots.size)
        snapshots.set(id, JSON.stringify({ ...snapshot, id }))
        return { id } as Snapshot
      },
      get: (id) => JSON.parse(snapshots.get(id) ?? 'null') as Snapshot,
    },
    changeLog: { add: () => undefined },
  })
  const context: JobItemContext<DomainChangesProgress> = {
    api: { call } as unknown as JobItemContext['api'],
    signal: new AbortController().signal,
    isCancelled: () => false,
    record(next) {
      crashMaybe()
      progress = JSON.stringify(next)
      crashMaybe()
    },
    showChecking: () => undefined,
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
    passTime(2 * latestExecutionMs)
    const { changes } = kind.view({ input, progress: JSON.parse(progress) as DomainChangesProgress | null })
    return { state: end.state, zone, ...counts, results: changes.map(({ result }) => result) }
  }
}

function toState(name: string, zone: readonly ZoneRecord[]): DomainState {
  return {
    name,
    status: 'active',
    zone: [...zone],
    nameservers: null,
    lock: null,
    whois: null,
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
    serviceNameservers: [],
  }
}
