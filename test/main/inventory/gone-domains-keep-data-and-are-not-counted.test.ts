import { expect, test } from 'vitest'
import { saveAnnotation } from '#main/annotations/query-and-save-annotation.ts'
import { domainFilterSchema } from '#shared/ipc/inventory.ts'
import { completeListSource, domainListItem, openTemporaryInventory, dnsRecord } from './temporary-inventory.ts'

test('A name that a complete list lacks is kept as gone, with everything that was read of it', async () => {
  const store = openTemporaryInventory()
  const { inventory } = store
  const kept = ['kept-1.example', 'kept-2.example', 'kept-3.example']
  await inventory.storeListedDomains(
    'a',
    [domainListItem('gone.example'), ...kept.map((name) => domainListItem(name))],
    1,
    completeListSource,
  )
  inventory.storeZone('a', 'gone.example', [dnsRecord(1, 'www', '192.0.2.1')], 2)
  inventory.saveDetail('a', 'domain', 'gone.example', 'lock', { locked: true }, 2)
  expect(
    await inventory.storeListedDomains(
      'a',
      kept.map((name) => domainListItem(name)),
      3,
      completeListSource,
    ),
  ).toBe(true)
  expect(await store.names()).toEqual(kept)
  expect(await store.names({ statuses: ['gone'] })).toEqual(['gone.example'])
  const { row, lock, zone } = inventory.domain('a', 'gone.example')
  expect(row).toMatchObject({ readAt: 1, goneSince: 3, status: 'active', records: 1 })
  expect(lock).toMatchObject({ data: { locked: true }, readAt: 2 })
  expect(zone.data).toEqual([dnsRecord(1, 'www', '192.0.2.1')])
})

test('A domain that is gone and comes back keeps its tags and its note', async () => {
  const { inventory, database } = openTemporaryInventory()
  const all = ['gone.example', 'kept-1.example', 'kept-2.example', 'kept-3.example'].map((name) => domainListItem(name))
  await inventory.storeListedDomains('a', all, 1, completeListSource)
  const written = { tags: ['VIP'], customer: 'Aoba', note: 'Ask first' }
  saveAnnotation(database, { kind: 'domain', accountId: 'a', name: 'gone.example' }, written)
  await inventory.storeListedDomains('a', all.slice(1), 3, completeListSource)
  expect(inventory.domain('a', 'gone.example')).toMatchObject({ row: { goneSince: 3 }, annotation: written })
  await inventory.storeListedDomains('a', all, 5, completeListSource)
  expect(inventory.domain('a', 'gone.example')).toMatchObject({ row: { goneSince: null }, annotation: written })
})

test('A domain that comes back is shown with its earlier details', async () => {
  const store = openTemporaryInventory()
  const { inventory, database } = store
  const all = ['gone.example', 'kept-1.example', 'kept-2.example', 'kept-3.example'].map((name) => domainListItem(name))
  await inventory.storeListedDomains('a', all, 1, completeListSource)
  inventory.storeZone('a', 'gone.example', [dnsRecord(1, 'www', '192.0.2.1')], 2)
  const entries = database.all('select rowid, * from search_entry')
  await inventory.storeListedDomains('a', all.slice(1), 3, completeListSource)
  await inventory.storeListedDomains('a', [domainListItem('gone.example')], 4, null)
  expect(inventory.domain('a', 'gone.example')).toMatchObject({
    row: { goneSince: null, readAt: 4, records: 1 },
    zone: { readAt: 2 },
  })
  expect(await store.names({ text: '192.0.2.1' })).toEqual(['gone.example'])
  expect(database.all('select rowid, * from search_entry')).toEqual(entries)
})

test('Gone domains and servers are attention items as such only: they are not counted, do not expire and are not due for reading', async () => {
  const { inventory, clock, queryOverview } = openTemporaryInventory()
  const kept = Array.from({ length: 6 }, (_, index) => domainListItem(`kept-${index}.example`, { expiry_date: null }))
  const going = [
    domainListItem('gone-1.example', { expiry_date: '2026-11-22' }),
    domainListItem('gone-2.example', { status: 'expired', expiry_date: '2026-11-01' }),
    domainListItem('gone-3.example', { status: 'transfer_action_required' }),
  ]
  const server = (name: string) => ({
    servername: name,
    server_id: name,
    status: 'suspended',
    expiry_date: '2026-11-22',
  })
  await inventory.storeListedDomains('a', [...kept, ...going], 1, completeListSource)
  await inventory.storeListedServers(
    'a',
    ['s1', 's2', 's3', 's4'].map((name) => server(`${name}.example`)),
    1,
    completeListSource,
  )
  inventory.storeZone('a', 'gone-1.example', [dnsRecord(1, 'www', '192.0.2.1')], 2)
  await inventory.storeListedDomains('a', [...kept, ...going.slice(2)], 3, completeListSource)
  await inventory.storeListedDomains('a', kept, 4, completeListSource)
  await inventory.storeListedServers(
    'a',
    ['s1', 's2', 's3'].map((name) => server(`${name}.example`)),
    4,
    completeListSource,
  )
  await inventory.storeListedServers(
    'a',
    ['s1', 's2', 's3'].map((name) => ({ ...server(`${name}.example`), status: 'active', expiry_date: null })),
    5,
    completeListSource,
  )
  const overview = await queryOverview(null)
  expect(overview.totals).toMatchObject({ domains: 6, servers: 3, records: 0, zonesRead: 0 })
  expect(overview.domainsByStatus).toEqual([{ status: 'active', count: 6 }])
  expect(overview.serversByStatus).toEqual([{ status: 'active', count: 3 }])
  expect(overview.nextExpiries).toEqual([])
  expect(overview.attention.map(({ kind }) => kind)).toEqual(['no_keys', 'domains_gone', 'servers_gone', 'stale'])
  expect(await inventory.domainCounts(domainFilterSchema.parse({ accountIds: ['a'] }))).toEqual({
    total: 6,
    byStatus: [{ status: 'active', count: 6 }],
    gone: 3,
  })
  expect(await inventory.expiring({ accountIds: null, days: 90, limit: 10 })).toEqual([])
  const due = await inventory.queryDueDetails('a', {
    now: clock.now(),
    syncStartedAt: clock.now(),
    mayRead: () => true,
  })
  expect(new Set(due.map(({ name }) => name))).toEqual(
    new Set([...kept.map(({ domain_name }) => domain_name), 's1.example', 's2.example', 's3.example']),
  )
})
