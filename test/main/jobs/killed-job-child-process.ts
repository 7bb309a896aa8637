import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { createApiClient } from '#main/api/client.ts'
import { createTransport } from '#main/api/http/transport.ts'
import { systemClock } from '#main/clock.ts'
import { createKeyedTaskQueue } from '#main/event-loop/keyed-task-queue.ts'
import { createJobRunner } from '#main/jobs/job-runner.ts'
import { openDatabase } from '#main/store/database.ts'
import { createAccountsInMemory } from '#test/main/api/accounts-in-memory.ts'
import { createAddHostsJobKind } from './job-kind-for-runner-tests.ts'

/** Runs a job in its own process until the test kills it. */
const [baseUrl = '', databasePath = '', secret = '', domains = ''] = process.argv.slice(2)
const accounts = createAccountsInMemory()
accounts.add({ id: 'a', baseUrl })
accounts.addKey('a', { id: 'k' }, secret)
const database = openDatabase(databasePath)
const api = createApiClient({
  accounts,
  database,
  clock: systemClock,
  random: Math.random,
  transport: createTransport({ resolveProxy: async () => 'DIRECT' }),
  isOffline: () => false,
})
await api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'interactive' })
const jobs = createJobRunner({
  database,
  clock: systemClock,
  newId: randomUUID,
  emit: () => undefined,
  api,
  kinds: { domain_changes: createAddHostsJobKind(systemClock) },
  runByDomain: createKeyedTaskQueue(),
  findObstacle: () => null,
  findReadingJobLimitError: () => null,
  readingFraction: () => 0.9,
})
const names = domains.split(',')
await jobs.create('domain_changes', {
  subject: { sourceKind: 'records', domains: names.length, firstDomain: names[0] ?? '', template: null },
  items: names.map((domain) => ({ accountId: 'a', domain, calls: 2, input: { hosts: ['www', 'mail'] } })),
})
console.log('ready')
// Ends before the test does.
setTimeout(() => process.exit(1), 100_000).unref()
