import { expect, onTestFinished } from 'vitest'
import { isAppError } from '#shared/app-error.ts'
import type { Job, JobItem } from '#shared/ipc/jobs.ts'
import type { CommandInput } from '#shared/ipc/all-commands-and-events.ts'
import { hasSameRecordFields } from '#shared/dns/records/compare-two-records.ts'
import { pickRecordFields, type DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import type { CompleteRecordInput } from '#shared/ipc/dns.ts'
import type { PlannedDomain, PlanSummary } from '#shared/ipc/domain-change-plans.ts'
import type { Clock } from '#main/clock.ts'
import type { SimulatorOptions } from '#simulator/start-simulator.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import type { SimulatedDomain } from '#simulator/world-state.ts'
import { createKeychainInMemory } from '#test/keychain-in-memory.ts'
import { createFastClock } from '#test/main/jobs/jobs-rig.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'

type PlanSource = CommandInput<'plans.create'>['source']
type WorldUser = NonNullable<WorldFile['users']>[number]
type WorldDomain = NonNullable<WorldUser['domains']>[number]

export const domain = 'example.com'
/** The zone of `example.com` before each test. */
export const zoneBefore = ['@ A 192.0.2.10', 'mail A 192.0.2.30', 'old A 192.0.2.99', 'www A 192.0.2.20']

/** A source that gives the host `www` of `example.com` another address. */
export const newWwwAddress = {
  kind: 'record_operation',
  operation: { kind: 'replace_value', from: '192.0.2.20', to: '192.0.2.21' },
} as const satisfies PlanSource

export interface PlansRig extends SimulatorRig {
  accountId: string
  create(source: PlanSource, names?: readonly string[]): Promise<PlanSummary>
  /** The edits that make the zone of `example.com` these records, as from a draft of the zone as it is now. */
  edits(records: readonly CompleteRecordInput[]): PlanSource
  planned(planId: string, only?: 'all' | 'changes' | 'problems'): Promise<PlannedDomain[]>
  /** Runs the plan, typing its confirmation if it needs one. Returns the ID of the job. */
  start(plan: PlanSummary, excluded?: number[]): Promise<string>
  untilEnded(jobId: string): Promise<JobItem[]>
  /** Creates a plan and runs it to its end. */
  run(source: PlanSource, names?: readonly string[]): Promise<JobItem[]>
  job(jobId: string): Promise<Job>
  /** The domain as the simulator holds it. */
  served(name?: string): SimulatedDomain
  /** `host type content` of each record that the simulator holds, sorted. */
  servedZone(name?: string): string[]
  /** `host type content` of each stored record, sorted. */
  storedZone(name?: string): Promise<string[]>
  /** Method and last part of the path of every request, oldest first. */
  calls(): string[]
  /** The calls that change something. */
  writes(): string[]
}

let plans = 0

/**
 * The whole main process on a simulator with one account, whose domains were synced. `others`: further users.
 * `accounts`: further accounts, each with its label and one key.
 */
export async function startPlansRig({
  domains = [exampleDomain],
  clock = createFastClock(500),
  user = {},
  others = [],
  accounts = {},
  onArrival,
  beforeSync = () => undefined,
}: {
  domains?: WorldDomain[]
  clock?: Clock
  user?: Partial<WorldUser>
  others?: readonly WorldUser[]
  accounts?: Record<string, string>
  onArrival?: NonNullable<SimulatorOptions['onArrival']>
  beforeSync?: (rig: SimulatorRig) => void
} = {}): Promise<PlansRig> {
  const rig = await startSimulatorRig({
    clock,
    // The keychain of the operating system would be too slow for a fast clock.
    secrets: createKeychainInMemory(),
    ...(onArrival && { onArrival }),
    world: {
      limits: { domain: permissiveRateLimits, server: permissiveRateLimits, account: permissiveRateLimits },
      users: [{ name: 'first', keys: [{ token: 'first-key-of-the-first' }], domains, ...user }, ...others],
    },
  })
  onTestFinished(() => rig.close())
  const { id: accountId } = await rig.addAccount('First', ['first-key-of-the-first'])
  for (const [label, token] of Object.entries(accounts)) await rig.addAccount(label, [token])
  beforeSync(rig)
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
  rig.simulator.faults.clear()
  rig.simulator.ledger.clear()

  const served = (name = domain) => rig.simulator.world.users[0]?.domains.get(name) as SimulatedDomain
  const format = (records: Iterable<{ host: string; type: string; content: string }>) =>
    [...records].map(({ host, type, content }) => `${host} ${type} ${content}`).sort()
  const plansRig: PlansRig = {
    ...rig,
    accountId,
    create(source, names = [domain]) {
      plans += 1
      const planId = `plan-${plans}`
      return rig.call('plans.create', { planId, domains: names.map((name) => ({ accountId, name })), source })
    },
    edits(records) {
      const zone = [...served().records.values()].map((record) => pickRecordFields(record))
      const isAmong = (record: DnsRecordFields, others: readonly DnsRecordFields[]) =>
        others.some((other) => hasSameRecordFields(record, other))
      return {
        kind: 'records',
        edits: [
          ...zone.filter((record) => !isAmong(record, records)).map((before) => ({ before, after: null })),
          ...records.filter((record) => !isAmong(record, zone)).map((after) => ({ before: null, after })),
        ],
      }
    },
    planned: async (planId, only = 'all') => (await rig.call('plans.domains', { planId, only, limit: 500 })).rows,
    start: async ({ planId, typedConfirmation: typed }, excluded = []) =>
      (await rig.call('plans.run', { planId, typed, excluded })).jobId,
    async job(jobId) {
      const job = (await rig.call('jobs.list', null)).find(({ id }) => id === jobId)
      if (!job) throw new Error('No such job')
      return job
    },
    async untilEnded(jobId) {
      await expect.poll(async () => (await plansRig.job(jobId)).state).toBe('ended')
      return (await rig.call('jobs.items', { jobId, limit: 500 })).rows
    },
    run: async (source, names) => plansRig.untilEnded(await plansRig.start(await plansRig.create(source, names))),
    served,
    servedZone: (name) => format(served(name).records.values()),
    storedZone: async (name = domain) => format((await rig.call('dns.zone', { accountId, domain: name })).data ?? []),
    calls: () =>
      rig.simulator.ledger.requests
        // On a fast clock, the archive of the logs is read during a test.
        .filter(({ endpoint }) => endpoint !== 'account.logs')
        .map(({ method, path }) => `${method} ${path.split('/').slice(4).join('/')}`),
    writes: () => plansRig.calls().filter((call) => !call.startsWith('GET')),
  }
  return plansRig
}

export const exampleDomain: WorldDomain = {
  domain_name: domain,
  records: zoneBefore.map((line, index) => {
    const [host = '', , content = ''] = line.split(' ')
    return { id: index + 1, type: 'A', host, content }
  }),
}

export const createARecordInput = (host: string, content: string) =>
  ({ type: 'A', host, content, ttl: 3600, priority: 0 }) as const

/** The kind of the error that the command throws, and its reason if it has one. */
export async function captureErrorKindAndReason(command: Promise<unknown>): Promise<string> {
  const error: unknown = await command.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return isAppError(error) ? `${error.kind} ${String(error.details['reason'] ?? '')}`.trim() : 'no refusal'
}
