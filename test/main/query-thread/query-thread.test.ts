import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { domainFilterSchema } from '#shared/ipc/inventory.ts'
import { executionLogListFilterSchema } from '#shared/ipc/api-logs.ts'
import { createInventoryStore } from '#main/inventory/inventory-store.ts'
import { detectedChangeFilterSchema } from '#shared/ipc/detected-changes.ts'
import { createQueryThread } from '#main/query-thread/query-thread.ts'
import { saveAnnotation } from '#main/annotations/query-and-save-annotation.ts'
import { allQueriesForQueryThread } from '#main/query-thread/all-queries-for-query-thread.ts'
import { openDatabase } from '#main/store/database.ts'
import { bindReadOnlyQueriesToConnection } from '#main/store/bind-read-only-queries.ts'
import { addAccount, completeListSource, domainListItem } from '#test/main/inventory/temporary-inventory.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'

const workerUrl = new URL('../../../src/main/query-thread/query-worker.ts', import.meta.url)
const all = { filter: domainFilterSchema.parse({}), sort: 'name', isDescending: false } as const

function openThread(url = workerUrl) {
  const folder = mkdtempSync(join(tmpdir(), 'banto-query-thread-'))
  const database = openDatabase(join(folder, 'banto.db'))
  addAccount(database, 'a')
  const thread = createQueryThread({ database, workerUrl: url })
  const clock = createVirtualClock()
  const inventory = createInventoryStore({ database, queries: thread.queries, clock, emit: () => undefined })
  onTestFinished(async () => {
    await thread.close()
    database.close()
    rmSync(folder, { recursive: true })
  })
  const storeDomains = (...names: string[]) =>
    inventory.storeListedDomains(
      'a',
      names.map((name) => domainListItem(name)),
      1,
      completeListSource,
    )
  return { database, thread, inventory, clock, storeDomains }
}

test('A query in the thread sees everything that was stored before it was called', async () => {
  const { inventory, storeDomains } = openThread()
  for (let count = 1; count <= 20; count += 1) {
    await storeDomains(...Array.from({ length: count }, (_, index) => `d${index}.example`))
    expect((await inventory.domains({ ...all, offset: 0, limit: 5 })).total).toBe(count)
  }
})

test('Every query answers in the thread as it does on the connection of the main process', async () => {
  const { database, thread, clock, storeDomains } = openThread()
  await storeDomains('one.example', 'two.example', 'three.test')
  database.transaction(() =>
    saveAnnotation(
      database,
      { kind: 'domain', accountId: 'a', name: 'one.example' },
      { tags: [], customer: 'Aoba', note: '' },
    ),
  )
  const direct = bindReadOnlyQueriesToConnection(database, allQueriesForQueryThread)
  const now = clock.now()
  const logs = executionLogListFilterSchema.parse({})
  const noneLimited = { domain: {}, server: {} }
  for (const queries of [thread.queries, direct]) {
    expect({
      domainIds: (await queries.domainIds(all, now)).length,
      namedDomainIds: await queries.namedDomainIds([{ accountId: 'a', name: 'two.example' }], all),
      domainCounts: await queries.domainCounts(all.filter, now),
      domainTlds: await queries.domainTlds(null, now),
      search: (await queries.search('tw', 10)).hits.map(({ target }) => target),
      customers: await queries.customers(noneLimited),
      idsOfCustomerDomainsAndServers: await queries.idsOfCustomerDomainsAndServers('Aoba'),
      customerDomainAndServerCounts: await queries.customerDomainAndServerCounts('aoba', noneLimited),
      logAddresses: await queries.logAddresses(null),
      logDays: await queries.logDays(logs),
      logSliceIds: (await queries.logSliceIds(logs, null, [])).next,
      detectedChanges: await queries.detectedChanges(detectedChangeFilterSchema.parse({}), 0, 10),
      overview: (await queries.overview({ accountIds: null, responsivenessByAccount: {}, now })).totals.domains,
      attentionItems: (await queries.attentionItems(null, [], now)).map(({ kind }) => kind),
      expiringResources: await queries.expiringResources('domains_expiring', now),
      neverReadCounts: (await queries.neverReadCounts({}, all.filter, now)).domainLists,
      readingPlan: (
        await queries.readingPlan({
          accountId: 'a',
          keys: [],
          budget: { allowed: 5, used: 0 },
          lastSyncStartedAt: null,
          now,
        })
      ).domainsByAge,
    } satisfies Record<keyof typeof allQueriesForQueryThread, unknown>).toEqual({
      domainIds: 3,
      namedDomainIds: [expect.any(Number)],
      domainCounts: { total: 3, byStatus: [{ status: 'active', count: 3 }], gone: 0 },
      domainTlds: [
        { tld: 'example', count: 2 },
        { tld: 'test', count: 1 },
      ],
      search: ['two.example'],
      customers: [
        { name: 'Aoba', domains: 1, servers: 0, gone: 0, notRead: 0, ofUnknownAccount: 0, nextExpiry: '2027-03-31' },
      ],
      idsOfCustomerDomainsAndServers: [expect.any(Number)],
      customerDomainAndServerCounts: expect.objectContaining({ name: 'Aoba', gone: 0 }),
      logAddresses: [],
      logDays: [],
      logSliceIds: null,
      detectedChanges: { rows: [], total: 0, offset: 0 },
      overview: 3,
      attentionItems: ['no_keys', 'stale'],
      expiringResources: null,
      neverReadCounts: 1,
      readingPlan: { fresh: 0, older: 0, unread: 3 },
    })
  }
})

test('A query that fails in the thread is refused with the error of the database', async () => {
  const { database, thread, clock } = openThread()
  database.run('alter table domain rename to other')
  await expect(thread.queries.domainTlds(null, clock.now())).rejects.toMatchObject({
    name: 'AppError',
    kind: 'database_failed',
  })
})

test('If the thread cannot start, its queries run in the main process', async () => {
  const { inventory, storeDomains } = openThread(new URL('./missing-worker.ts', import.meta.url))
  await storeDomains('one.example')
  for (let query = 0; query < 5; query += 1)
    expect(await inventory.domainTlds(null)).toEqual([{ tld: 'example', count: 1 }])
})

test('A query that is running when the app closes ends as cancelled', async () => {
  const { thread, clock } = openThread()
  const running = thread.queries.domainTlds(null, clock.now())
  await Promise.all([expect(running).rejects.toMatchObject({ kind: 'cancelled' }), thread.close()])
  await expect(thread.queries.domainTlds(null, clock.now())).rejects.toMatchObject({ kind: 'cancelled' })
})
