import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from '#shared/ipc/accounts.ts'
import type { ParsedCommandInput } from '#shared/ipc/all-commands-and-events.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { createChangeLog } from '#main/change-log/change-log-store.ts'
import { createApiClient } from '#main/api/client.ts'
import { createKeyedTaskQueue } from '#main/event-loop/keyed-task-queue.ts'
import { inventoryQueriesForQueryThread } from '#main/inventory/inventory-queries-for-query-thread.ts'
import { bindReadOnlyQueriesToConnection } from '#main/store/bind-read-only-queries.ts'
import { createInventoryStore } from '#main/inventory/inventory-store.ts'
import { createJobRunner } from '#main/jobs/job-runner.ts'
import { createDomainChangePlanService } from '#main/plans/domain-change-plan-service.ts'
import { createZoneDraftStore } from '#main/plans/zone-draft-store.ts'
import { createDomainChangesJobKind } from '#main/plans/domain-changes-job-kind.ts'
import { createDomainSnapshotStore } from '#main/snapshots/domain-snapshot-store.ts'
import { createZoneTemplateStore } from '#main/plans/zone-template-store.ts'
import { openDatabase } from '#main/store/database.ts'
import { createAccountsInMemory } from '#test/main/api/accounts-in-memory.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { createFigure, type Figure } from '#test/bench/bench-figures.ts'
import { createUniformRandom } from '#test/bench/rate-limiter/random-distributions.ts'
import { computeMinDurationMs } from '#test/bench/rate-limiter/run-scenario.ts'
import { createVirtualTime } from '#test/bench/rate-limiter/virtual-time.ts'
import { createSimulatedService } from './simulator-transport-in-virtual-time.ts'

type WorldDomain = NonNullable<NonNullable<WorldFile['users']>[number]['domains']>[number]
type PlanSource = ParsedCommandInput<'plans.create'>['source']

export interface BulkChange {
  name: string
  source: PlanSource
  /** Calls that change each zone. */
  changesOfEach: number
}

export interface BulkResult {
  /** Duration of the job divided by the lower bound of its calls. */
  timesLowerBound: number
  minutes: number
  calls: number
  refused: number
  /** Zones that did not end as planned. */
  unfinished: number
}

const zones = 1_000
const goal = 1.03
const seeds = [1, 2, 3]
const token = 'key-of-the-first-account'
const baseUrl = 'https://service.example'
const oldAddress = '192.0.2.10'

/** Settings of a mail service. */
const mailRecords = [
  { type: 'TXT', host: '_dmarc', content: 'v=DMARC1; p=none', ttl: 3600, priority: 0 },
  { type: 'TXT', host: '@', content: 'v=spf1 include:_spf.example.net -all', ttl: 3600, priority: 0 },
  { type: 'CNAME', host: 's1._domainkey', content: 's1.dkim.example.net', ttl: 3600, priority: 0 },
]

export const bulkChanges: BulkChange[] = [
  {
    name: 'one record in each zone',
    source: { kind: 'record_operation', operation: { kind: 'replace_value', from: oldAddress, to: '192.0.2.20' } },
    changesOfEach: 1,
  },
  {
    name: 'three records in each zone',
    source: { kind: 'zone_file', format: 'json', mode: 'merge', text: JSON.stringify(mailRecords) },
    changesOfEach: mailRecords.length,
  },
]

/** A job for many zones beside the least time that its calls can take under the limits of the service. */
export async function benchBulkChanges(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const change of bulkChanges) {
    const results: BulkResult[] = []
    for (const seed of seeds) results.push(await runBulkChange(change, { seed, zones }))
    figures.push(
      createFigure(
        `bulk change of ${change.name}, ${zones.toLocaleString('en')} zones: total / bound`,
        results.map(({ timesLowerBound }) => timesLowerBound),
        '×',
        goal,
      ),
      createFigure(
        'calls beyond the minimum, refused or without their change',
        results.map(
          ({ calls, refused, unfinished }) => calls - zones * (1 + change.changesOfEach) + refused + unfinished,
        ),
        'calls',
        0,
      ),
      createFigure(
        'duration of this job',
        results.map(({ minutes }) => minutes),
        'minutes',
      ),
    )
  }
  return figures
}

/**
 * Plans a change of many zones and runs it as a job, by the parts that the app uses: plans, job runner, stores and API
 * client. Only the time and the sockets are replaced.
 */
export async function runBulkChange(
  { source }: BulkChange,
  { seed, zones: count }: { seed: number; zones: number },
): Promise<BulkResult> {
  const folder = mkdtempSync(join(tmpdir(), 'banto-bench-bulk-'))
  const database = openDatabase(join(folder, 'banto.db'))
  const random = createUniformRandom(seed)
  const time = createVirtualTime(Date.UTC(2026, 10, 20, 3, 0, 0) + Math.floor(random() * 10 * minuteMs))
  // The database stores whole milliseconds.
  const clock = { ...time.clock, now: () => Math.round(time.clock.now()) }
  const names = Array.from({ length: count }, (_, index) => `customer-${index}.example`)
  const service = createSimulatedService(time, random, {
    users: [{ name: 'first', keys: [{ token }], domains: names.map(createDomain) }],
  })

  const accounts = createAccountsInMemory()
  accounts.add({ id: 'a', baseUrl })
  accounts.addKey('a', { id: 'k' }, token)
  let ids = 0
  const newId = () => `id-${(ids += 1)}`
  const emit = () => undefined
  const restore = time.install()
  try {
    const api = createApiClient({
      accounts,
      database,
      clock,
      random,
      transport: service.transport,
      isOffline: () => false,
    })
    const inventory = createInventoryStore({
      database,
      queries: bindReadOnlyQueriesToConnection(database, inventoryQueriesForQueryThread),
      clock,
      emit,
    })
    await storeZones()
    const snapshots = createDomainSnapshotStore({ database, clock, newId })
    const changeLog = createChangeLog({ database, clock, newId, emit })
    const drafts = createZoneDraftStore({ database, clock })
    const jobs = createJobRunner({
      api,
      database,
      clock,
      newId,
      emit: (name, payload) => {
        if (name === 'jobs.changed' && jobs.list().every(({ state }) => state === 'ended')) ended.resolve(payload)
      },
      kinds: { domain_changes: createDomainChangesJobKind({ inventory, clock, snapshots, changeLog, drafts }) },
      runByDomain: createKeyedTaskQueue(),
      findObstacle: (accountId) => api.findObstacle(accountId, 'domain.addRecord'),
      findReadingJobLimitError: () => null,
      readingFraction: () => 0.9,
    })
    const ended = Promise.withResolvers<unknown>()
    const plans = createDomainChangePlanService({
      api,
      inventory,
      accounts: { list: () => [{ ...accounts.account('a'), keys: accounts.keys('a') } as unknown as Account] },
      snapshots,
      templates: createZoneTemplateStore({ database, clock, newId }),
      jobs,
      changeLog,
      clock,
      emit,
    })

    const domains = names.map((name) => ({ accountId: 'a', name }))
    const { planId, typedConfirmation: typed } = await time.until(plans.create({ planId: 'plan', domains, source }))
    const { jobId } = await time.until(plans.run({ planId, typed, excluded: [] }))
    await time.until(Promise.race([ended.promise, clock.sleep(dayMs)]))
    const [job] = jobs.list()
    if (!job?.endedAt) throw new Error(`The job did not end within a day: ${JSON.stringify(job)}`)
    const totalMs = job.endedAt - job.createdAt
    const { total } = jobs.items(jobId, { states: ['done'], offset: 0, limit: 1 })
    await time.until(Promise.all([jobs.close(), api.close()]))
    return {
      timesLowerBound: totalMs / computeMinDurationMs(service.callDurationsMs),
      minutes: totalMs / minuteMs,
      calls: service.ledger.requests.length,
      refused: service.ledger.requests.filter(({ status }) => status !== 200).length,
      unfinished: count - total,
    }

    async function storeZones(): Promise<void> {
      const now = clock.now()
      database.run(
        `insert into account (id, label, colour, base_url, added_at) values ('a', 'First', 'slate', ?, ?)`,
        baseUrl,
        now,
      )
      const items = names.map((domain_name) => ({ domain_name, status: 'active', expiry_date: null }))
      await time.until(inventory.storeListedDomains('a', items, now, { requestedAt: now, scopes: ['all'] }))
      for (const domain of service.world.users[0]?.domains.values() ?? [])
        inventory.storeZone('a', domain.name, [...domain.records.values()] as never, now)
    }
  } finally {
    restore()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function createDomain(domain_name: string): WorldDomain {
  return {
    domain_name,
    records: [
      { type: 'A', host: '@', content: oldAddress },
      { type: 'A', host: 'www', content: '192.0.2.30' },
      { type: 'MX', host: '@', content: 'mail.example.net', priority: 10 },
    ],
  }
}
