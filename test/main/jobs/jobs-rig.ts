import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import type { Job, JobItem, JobItemState } from '#shared/ipc/jobs.ts'
import { systemClock, type Clock } from '#main/clock.ts'
import { createKeyedTaskQueue } from '#main/event-loop/keyed-task-queue.ts'
import { createJobRunner, type JobRunner } from '#main/jobs/job-runner.ts'
import { openDatabase, type Database } from '#main/store/database.ts'
import type { Simulator, SimulatorOptions } from '#simulator/start-simulator.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { createClientRig, secret, startSimulatorForApiClient, type ClientRig } from '#test/main/api/api-client-rig.ts'
import { temporaryFolder } from '#test/temporary-database.ts'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'
import { createFastClock as createFractionalFastClock } from '#test/main/orders/orders-rig.ts'
import { createAddHostsJobKind, type AddHostsInput } from './job-kind-for-runner-tests.ts'

export const otherSecret = 'key-of-the-second-account'
/** The domains of the accounts `a` and `b`. */
export const domainsOfA = Array.from({ length: 8 }, (_, index) => `a${index}.example`)
export const domainsOfB = ['b0.example', 'b1.example']

export const jobsWorld: WorldFile = {
  limits: { domain: permissiveRateLimits, server: permissiveRateLimits, account: permissiveRateLimits },
  users: [
    { name: 'a', keys: [{ token: secret }], domains: domainsOfA.map((domain_name) => ({ domain_name })) },
    { name: 'b', keys: [{ token: otherSecret }], domains: domainsOfB.map((domain_name) => ({ domain_name })) },
  ],
}

export interface JobsRig extends ClientRig {
  simulator: Simulator
  database: Database
  jobs: JobRunner
  /** Every list of jobs that was emitted, oldest first. */
  emitted: Job[][]
  /** `hasReadEnough`: reading jobs have used their part of the daily limit. */
  settings: { isOffline: boolean; hasReadEnough: boolean }
  /** Creates a job that adds the hosts to each domain. */
  create(
    domains: readonly string[],
    hosts?: readonly string[],
    kind?: 'domain_changes' | 'read_domains',
  ): Promise<string>
  job(jobId: string): Job
  items(jobId: string): JobItem[]
  states(jobId: string): JobItemState[]
  untilEnded(jobId: string): Promise<Job>
  /** `domain host` of each added record, in the order in which the simulator executed them. */
  added(): string[]
  /** Closes the runner and starts another one on the same file. */
  restart(between?: () => void): Promise<void>
}

export interface JobsRigOptions extends Pick<SimulatorOptions, 'onArrival'> {
  clock?: Clock
  world?: WorldFile
  simulator?: Simulator
  databasePath?: string
  /** Keeps the requests that the simulator received before. */
  keepsLedger?: boolean
}

/** The job runner with its test kind, on the API client, a simulator and a file. */
export async function startJobsRig({
  clock = systemClock,
  world = jobsWorld,
  onArrival,
  simulator: given,
  databasePath = join(temporaryFolder(), 'banto.db'),
  keepsLedger = false,
}: JobsRigOptions = {}): Promise<JobsRig> {
  const simulator = given ?? (await startSimulatorForApiClient(world, onArrival && { onArrival }))
  const settings = { isOffline: false, hasReadEnough: false }
  const emitted: Job[][] = []
  let parts = open()
  onTestFinished(async () => {
    await close()
  })

  function open() {
    const database = openDatabase(databasePath)
    const client = createClientRig(simulator.url, {
      database,
      clock,
      isOffline: () => settings.isOffline,
      onQuotaUsage: (usages) => jobs.noteQuotaUsage(usages),
    })
    client.accounts.add({ id: 'b', baseUrl: simulator.url })
    client.accounts.addKey('b', { id: 'kb' }, otherSecret)
    const jobs: JobRunner = createJobRunner({
      database,
      clock,
      newId: randomUUID,
      emit: (name, payload) => {
        if (name === 'jobs.changed') emitted.push((payload as { jobs: Job[] }).jobs)
      },
      api: client.api,
      kinds: {
        domain_changes: createAddHostsJobKind(clock),
        // This kind does the same, but counts as a job that reads.
        read_domains: { ...createAddHostsJobKind(clock), isReading: true },
      },
      runByDomain: createKeyedTaskQueue(),
      findObstacle: (accountId) => client.api.findObstacle(accountId, 'domain.addRecord'),
      readingFraction: () => 0.9,
      findReadingJobLimitError: () =>
        settings.hasReadEnough
          ? new AppError('waits_for_limit', 'Enough', { details: { limit: 'reading', percent: 90 } })
          : null,
    })
    jobs.start()
    return { ...client, database, jobs }
  }

  async function close(): Promise<void> {
    await Promise.all([parts.jobs.close(), parts.api.close()])
    parts.database.close()
  }

  // Until the first answer, only one call with a key is in flight (`ip-block-breaker-layer.ts`).
  for (const accountId of ['a', 'b'])
    await parts.api.call({ accountId, endpoint: 'domain.list', input: {}, priority: 'interactive' })
  if (!keepsLedger) simulator.ledger.clear()

  const rig: JobsRig = {
    simulator,
    emitted,
    settings,
    get api() {
      return parts.api
    },
    get accounts() {
      return parts.accounts
    },
    get database() {
      return parts.database
    },
    get jobs() {
      return parts.jobs
    },
    create: (domains, hosts = ['www'], kind = 'domain_changes') =>
      parts.jobs.create(kind, {
        subject: { sourceKind: 'records', domains: domains.length, firstDomain: domains[0] ?? '', template: null },
        items: domains.map((domain) => ({
          accountId: domain.slice(0, 1),
          domain,
          calls: hosts.length,
          input: { hosts: [...hosts] } satisfies AddHostsInput,
        })),
      }),
    job(jobId) {
      const job = parts.jobs.list().find(({ id }) => id === jobId)
      if (!job) throw new AppError('not_found', 'No such job')
      return job
    },
    items: (jobId) => parts.jobs.items(jobId, { states: null, offset: 0, limit: 500 }).rows,
    states: (jobId) => rig.items(jobId).map(({ state }) => state),
    async untilEnded(jobId) {
      await expect.poll(() => rig.job(jobId).state).toBe('ended')
      return rig.job(jobId)
    },
    added: () =>
      simulator.ledger.requests
        .filter(({ method, isExecuted }) => method === 'POST' && isExecuted)
        .map(({ path, bodyJson }) => `${path.split('/')[3]} ${(bodyJson as { host: string }).host}`),
    async restart(between) {
      await close()
      between?.()
      parts = open()
    },
  }
  return rig
}

/** A clock that runs faster by `factor`, in whole milliseconds. */
export function createFastClock(factor: number): Clock {
  const clock = createFractionalFastClock(factor)
  return { ...clock, now: () => Math.round(clock.now()) }
}

/** Holds back requests that arrive at the simulator, so that a test can act while they are in flight. */
export function createRequestGate(matches: (request: { path: string; method: string; bodyJson: unknown }) => boolean) {
  let released = Promise.withResolvers<void>()
  let held = 0
  let isOpen = true
  return {
    onArrival: (async (request) => {
      if (isOpen || !matches(request)) return
      held += 1
      await released.promise
    }) satisfies SimulatorOptions['onArrival'],
    heldCount: () => held,
    close() {
      isOpen = false
      held = 0
      released = Promise.withResolvers()
    },
    open() {
      isOpen = true
      released.resolve()
    },
  }
}
