import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, onTestFinished } from 'vitest'
import { openDatabase } from '#main/store/database.ts'
import { migrations } from '#main/store/migrations/index.ts'
import { inventoryQueriesForQueryThread } from '#main/inventory/inventory-queries-for-query-thread.ts'
import { bindReadOnlyQueriesToConnection } from '#main/store/bind-read-only-queries.ts'
import { createInventoryStore } from '#main/inventory/inventory-store.ts'
import { domainFilterSchema, serverFilterSchema, type DomainFilter } from '#shared/ipc/inventory.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import {
  addAccount,
  completeListSource,
  domainListItem,
  openTemporaryInventory,
  dnsRecord,
  type TemporaryInventory,
} from '#test/main/inventory/temporary-inventory.ts'

function page({ inventory }: Pick<TemporaryInventory, 'inventory'>, filter: Partial<DomainFilter>) {
  return inventory.domains({
    filter: domainFilterSchema.parse(filter),
    sort: 'name',
    isDescending: false,
    offset: 0,
    limit: 100,
  })
}

describe('A search for a whole address', () => {
  test('A whole address finds exactly the domains with a record of that address, and the result names the record', async () => {
    const store = openTemporaryInventory(['a', 'b'])
    await store.inventory.storeListedDomains(
      'a',
      ['exact.example', 'longer.example', 'network.example', 'spf.example'].map((name) => domainListItem(name)),
      1,
      completeListSource,
    )
    await store.inventory.storeListedDomains('b', [domainListItem('other.example')], 1, completeListSource)
    store.inventory.storeZone(
      'a',
      'exact.example',
      [dnsRecord(1, '@', '203.0.113.70'), dnsRecord(2, 'www', '203.0.113.7'), dnsRecord(3, 'shop', '203.0.113.7')],
      2,
    )
    store.inventory.storeZone(
      'a',
      'longer.example',
      [
        dnsRecord(1, '@', '203.0.113.71'),
        dnsRecord(2, 'www', '1.203.0.113'),
        dnsRecord(3, 'x', '203.0.113.7.example', 'CNAME'),
      ],
      2,
    )
    store.inventory.storeZone('a', 'network.example', [dnsRecord(1, '@', 'v=spf1 ip4:203.0.113.7/28 -all', 'TXT')], 2)
    store.inventory.storeZone('a', 'spf.example', [dnsRecord(1, '@', 'v=spf1 ip4:203.0.113.7 -all', 'TXT')], 2)
    store.inventory.storeZone('b', 'other.example', [dnsRecord(1, '@', '203.0.113.7')], 2)
    const { rows, total } = await page(store, { text: ' 203.0.113.7 ' })
    expect(total).toBe(3)
    expect(rows.map(({ name, match }) => [name, match])).toEqual([
      ['exact.example', { host: 'www', type: 'A', content: '203.0.113.7', others: 1 }],
      ['other.example', { host: '@', type: 'A', content: '203.0.113.7', others: 0 }],
      ['spf.example', { host: '@', type: 'TXT', content: 'v=spf1 ip4:203.0.113.7 -all', others: 0 }],
    ])
    expect(await page(store, { text: '203.0.113.7', accountIds: ['b'] })).toMatchObject({
      total: 1,
      rows: [{ name: 'other.example' }],
    })
    const { hits } = await store.inventory.search('203.0.113.7', 40)
    expect(hits.map(({ kind, title, detail }) => [kind, title, detail])).toEqual([
      ['record', 'www.exact.example', 'A 203.0.113.7'],
      ['record', 'shop.exact.example', 'A 203.0.113.7'],
      ['record', 'spf.example', 'TXT v=spf1 ip4:203.0.113.7 -all'],
      ['record', 'other.example', 'A 203.0.113.7'],
    ])
  })

  test('IPv6 addresses are compared by value, so any spelling finds any other', async () => {
    const store = openTemporaryInventory()
    await store.inventory.storeListedDomains(
      'a',
      ['long.example', 'short.example', 'near.example'].map((name) => domainListItem(name)),
      1,
      completeListSource,
    )
    store.inventory.storeZone(
      'a',
      'long.example',
      [dnsRecord(1, '@', '2001:0DB8:0000:0000:0000:0000:0000:0007', 'AAAA')],
      2,
    )
    store.inventory.storeZone('a', 'short.example', [dnsRecord(1, '@', '2001:db8::7', 'AAAA')], 2)
    store.inventory.storeZone('a', 'near.example', [dnsRecord(1, '@', '2001:db8::70', 'AAAA')], 2)
    for (const text of ['2001:db8::7', '2001:DB8:0:0::7', '２００１：ｄｂ８：：７'])
      expect(await store.names({ text })).toEqual(['long.example', 'short.example'])
    expect((await store.inventory.search('2001:db8:0::0.0.0.7', 9)).hits).toHaveLength(2)
  })

  test('An address finds servers and notes with that address, but not longer addresses', async () => {
    const { inventory, database } = openTemporaryInventory(['a', 'b'])
    database.run(`update account set notes = '旧サーバー203.0.113.7' where id = 'a'`)
    database.run(`update account set notes = '203.0.113.77' where id = 'b'`)
    await inventory.storeListedServers(
      'a',
      ['one', 'two'].map((name) => ({ servername: `${name}.example`, status: 'active', memo: '', expiry_date: null })),
      1,
      completeListSource,
    )
    inventory.saveDetail('a', 'server', 'one.example', 'info', { ip_address: '203.0.113.7' }, 2)
    inventory.saveDetail('a', 'server', 'two.example', 'info', { ip_address: '203.0.113.78' }, 2)
    expect((await inventory.search('203.0.113.7', 9)).hits.map(({ kind, target }) => [kind, target])).toEqual([
      ['account', 'a'],
      ['server', 'one.example'],
    ])
    const servers = inventory.servers({
      filter: serverFilterSchema.parse({ text: '203.0.113.7' }),
      sort: 'name',
      isDescending: false,
      offset: 0,
      limit: 9,
    })
    expect(servers.rows.map(({ name }) => name)).toEqual(['one.example'])
  })

  test('An address does not find a domain any more once its record is changed, the domain is deleted or its account is removed', async () => {
    const store = openTemporaryInventory(['a', 'b'])
    await store.inventory.storeListedDomains(
      'a',
      ['changed.example', 'gone.example'].map((name) => domainListItem(name)),
      1,
      completeListSource,
    )
    await store.inventory.storeListedDomains('b', [domainListItem('removed.example')], 1, completeListSource)
    for (const [account, name] of [
      ['a', 'changed.example'],
      ['a', 'gone.example'],
      ['b', 'removed.example'],
    ] as const)
      store.inventory.storeZone(account, name, [dnsRecord(1, '@', '203.0.113.7')], 2)
    expect(await store.names({ text: '203.0.113.7' })).toHaveLength(3)
    store.inventory.storeZone('a', 'changed.example', [dnsRecord(1, '@', '203.0.113.8')], 3)
    store.database.run(`delete from domain where name = 'gone.example'`)
    store.database.run(`delete from account where id = 'b'`)
    expect(await store.names({ text: '203.0.113.7' })).toEqual([])
    expect(store.database.all('select address from domain_address')).toEqual([{ address: '203.0.113.8' }])
  })

  test('Records stored by an older version are found, also beside a damaged row', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'banto-migrate-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'banto.db')
    const old = openDatabase(path, migrations.slice(0, 4))
    addAccount(old, 'a')
    old.run(
      `insert into domain (account_id, name, status, read_at, records, zone_read_at, entry) values ('a', 'old.example', 'active', 1, 2, 1, 1), ('a', 'refused.example', 'active', 1, null, null, 2), ('a', 'damaged.example', 'active', 1, null, null, 3)`,
    )
    old.run(
      `insert into search_entry (rowid, account_id, kind, target, title, body) values (1, 'a', 'domain', 'old.example', 'old.example', '')`,
    )
    old.run(
      `insert into record (account_id, domain, id, type, host, content, ttl, priority) values ('a', 'old.example', 1, 'AAAA', '@', '2001:DB8::0:7', 60, 0), ('a', 'old.example', 2, 'A', '@', '203.0.113.70', 60, 0)`,
    )
    old.run(
      `insert into facet (account_id, thing, name, facet, error, error_at) values ('a', 'domain', 'refused.example', 'zone', '{"kind":"service","message":"x","status":403,"details":{}}', 1), ('a', 'domain', 'damaged.example', 'zone', '{"kind":', 1)`,
    )
    old.close()
    const database = openDatabase(path)
    onTestFinished(() => database.close())
    const inventory = createInventoryStore({
      database,
      queries: bindReadOnlyQueriesToConnection(database, inventoryQueriesForQueryThread),
      clock: createVirtualClock(),
      emit: () => undefined,
    })
    expect((await page({ inventory }, { text: '2001:db8::7' })).rows.map(({ name }) => name)).toEqual(['old.example'])
    expect((await page({ inventory }, { text: '203.0.113.7' })).rows).toEqual([])
    expect(database.all('select name, is_zone_refused from domain order by name')).toEqual([
      { name: 'damaged.example', is_zone_refused: 0 },
      { name: 'old.example', is_zone_refused: 0 },
      { name: 'refused.example', is_zone_refused: 1 },
    ])
  })
})

describe('A search for any other text', () => {
  test('A text is found anywhere, and the matching record is shown when the names do not contain the text', async () => {
    const store = openTemporaryInventory()
    await store.inventory.storeListedDomains(
      'a',
      ['tea.example', 'shop.example', 'two.example'].map((name) => domainListItem(name)),
      1,
      completeListSource,
    )
    store.inventory.storeZone('a', 'tea.example', [dnsRecord(1, '@', '203.0.113.7')], 2)
    store.inventory.storeZone(
      'a',
      'shop.example',
      [dnsRecord(1, '@', '203.0.113.70'), dnsRecord(2, 'green', 'tea.example', 'CNAME')],
      2,
    )
    store.inventory.storeZone(
      'a',
      'two.example',
      [dnsRecord(1, '@', 'first-word', 'TXT'), dnsRecord(2, '@', 'second-word', 'TXT')],
      2,
    )
    const matches = async (text: string) =>
      (await page(store, { text })).rows.map(({ name, match }) => [
        name,
        match === null || match === undefined ? match : `${match.host} ${match.type} ${match.content}`,
      ])
    expect(await matches('tea')).toEqual([
      ['shop.example', 'green CNAME tea.example'],
      ['tea.example', null],
    ])
    expect(await matches('203.0.113.')).toEqual([
      ['shop.example', '@ A 203.0.113.70'],
      ['tea.example', '@ A 203.0.113.7'],
    ])
    expect(await matches('shop green')).toEqual([['shop.example', 'green CNAME tea.example']])
    expect(await matches('first-word second-word')).toEqual([['two.example', '@ TXT first-word']])
    expect(await matches('')).toEqual([
      ['shop.example', undefined],
      ['tea.example', undefined],
      ['two.example', undefined],
    ])
  })

  test('The record whose whole host equals the text comes first, however many records contain the text', async () => {
    const { inventory } = openTemporaryInventory()
    const names = Array.from({ length: 400 }, (_, index) => `d${String(index).padStart(3, '0')}.example`)
    await inventory.storeListedDomains(
      'a',
      [...names, 'zz.example'].map((name) => domainListItem(name)),
      1,
      completeListSource,
    )
    for (const name of names) inventory.storeZone('a', name, [dnsRecord(1, 'ftp', 'www.zz.example', 'CNAME')], 2)
    inventory.storeZone('a', 'zz.example', [dnsRecord(1, 'www', '192.0.2.1')], 2)
    const { hits } = await inventory.search('www.zz.example', 40)
    expect(hits).toHaveLength(40)
    expect(hits[0]).toMatchObject({ kind: 'record', title: 'www.zz.example' })
  })
})

describe('Search during a sync', () => {
  let rig: SimulatorRig
  const address = '203.0.113.7'
  const zone = (index: number): { type: 'A'; host: string; content: string }[] => [
    { type: 'A', host: '@', content: index % 2 === 0 ? address : `203.0.113.7${index}` },
    { type: 'A', host: 'www', content: '192.0.2.1' },
  ]
  const user = (name: string) => ({
    name,
    keys: [{ token: `first-key-of-${name}-user` }],
    domains: Array.from({ length: 6 }, (_, index) => ({
      domain_name: `${name}${index}.example`,
      records: zone(index),
    })),
  })
  const world: WorldFile = { users: [user('first'), user('second')] }
  const truth = 6

  beforeEach(async () => {
    rig = await startSimulatorRig({ world })
  })
  afterEach(() => rig.close())

  test('The matches of an address only increase during a sync, and the zones not read yet account for the missing ones', async () => {
    for (const name of ['first', 'second']) await rig.addAccount(name, [`first-key-of-${name}-user`])
    expect(await rig.call('inventory.neverReadCounts', {})).toEqual({
      zones: 0,
      domainLists: 2,
      serverLists: 2,
      deniedDomainLists: 0,
      deniedServerLists: 0,
      serverInfos: 0,
      unreadableServerInfos: 0,
      unreadableZones: 0,
      autoRenew: 0,
      registrarLock: 0,
      whoisPrivacy: 0,
      nameservers: 0,
    })
    rig.simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'delay', ms: 300 } })
    const seen: { found: number; zones: number; domainLists: number }[] = []
    const look = async (): Promise<void> => {
      // A zone that is read between the two calls is counted in both, so that none is missing.
      const neverRead = await rig.call('inventory.neverReadCounts', {})
      const { total } = await rig.call('inventory.domains', { filter: { text: address } })
      seen.push({ found: total, ...neverRead })
    }
    await look()
    const ended = rig.event('sync.changed', (all) => {
      void look()
      return all.every(({ state }) => state === 'idle')
    })
    void rig.event('inventory.changed', () => {
      void look()
      return false
    })
    await rig.call('sync.start', {})
    await ended
    await look()
    const founds = seen.map(({ found }) => found)
    expect(founds).toEqual(founds.toSorted((one, other) => one - other))
    expect(founds.at(-1)).toBe(truth)
    expect(new Set(founds).size).toBeGreaterThan(2)
    for (const { found, zones, domainLists } of seen)
      if (domainLists === 0) expect(found + zones).toBeGreaterThanOrEqual(truth)
    expect(seen.some(({ zones }) => zones > 0)).toBe(true)
    expect(seen.at(-1)).toEqual({
      found: truth,
      zones: 0,
      domainLists: 0,
      serverLists: 0,
      deniedDomainLists: 0,
      deniedServerLists: 0,
      serverInfos: 0,
      unreadableServerInfos: 0,
      unreadableZones: 0,
      autoRenew: 0,
      registrarLock: 0,
      whoisPrivacy: 0,
      nameservers: 0,
    })
  })

  test('Only readable zones of the selected accounts count as not read yet', async () => {
    const selected = {
      token: 'key-for-two-of-many',
      services: { domain: { target_mode: 'selected' as const, targets: ['one.example', 'two.example'] } },
    }
    const noZones = {
      token: 'key-without-the-zones',
      services: {
        domain: { permission_type: 'custom' as const, permissions: { domain: 'read' as const, dns: 'none' as const } },
      },
    }
    const domains = ['one.example', 'two.example', 'three.example'].map((domain_name) => ({ domain_name }))
    await rig.close()
    rig = await startSimulatorRig({
      world: {
        users: [
          { name: 'selected', keys: [selected], domains },
          { name: 'without', keys: [noZones], domains: [{ domain_name: 'never.example' }] },
          {
            name: 'all',
            keys: [{ token: 'key-for-everything-here' }],
            domains: [
              { domain_name: 'here.example' },
              { domain_name: 'refused.example' },
              {
                domain_name: 'lapsed.example',
                status: 'expired',
                records: [{ type: 'A', host: '@', content: '192.0.2.250' }],
              },
            ],
          },
        ],
      },
    })
    const ofSelected = await rig.addAccount('Selected', [selected.token])
    const without = await rig.addAccount('Without', [noZones.token])
    const all = await rig.addAccount('All', ['key-for-everything-here'])
    rig.simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'hang' } })
    const listed = rig.event('sync.changed', (each) =>
      each.every(({ state, detailsTotal }) => state === 'idle' || (state === 'details' && detailsTotal > 0)),
    )
    await rig.call('sync.start', {})
    await listed
    await rig.call('sync.cancel', {})
    const unread = async (accountIds: string[] | null) =>
      (await rig.call('inventory.neverReadCounts', { filter: { accountIds } })).zones
    expect(await unread([ofSelected.id])).toBe(2)
    expect(await unread([without.id])).toBe(0)
    expect(await unread([all.id])).toBe(3)
    expect(await unread(null)).toBe(5)
    const unreadOf = async (filter: object) =>
      (await rig.call('inventory.neverReadCounts', { filter: { accountIds: [all.id], ...filter } })).zones
    expect(await unreadOf({ statuses: ['expired'] })).toBe(1)
    expect(await unreadOf({ statuses: ['active'] })).toBe(2)
    expect(await unreadOf({ statuses: ['active'], expiresWithinDays: -3650 })).toBe(0)
    rig.simulator.faults.clear()
    rig.simulator.faults.add({
      match: { path: 'refused.example/dns$' },
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    await rig.call('inventory.refreshDomain', { accountId: all.id, name: 'refused.example', detailKinds: ['zone'] })
    expect(await unread([all.id])).toBe(2)
    expect(await rig.call('inventory.neverReadCounts', { filter: { accountIds: [all.id] } })).toMatchObject({
      zones: 2,
      unreadableZones: 1,
    })
    expect(await rig.call('inventory.neverReadCounts', { filter: { accountIds: [without.id] } })).toMatchObject({
      zones: 0,
      unreadableZones: 1,
    })
    await rig.call('accounts.retestKey', { accountId: all.id, keyId: all.keys[0]?.id as string })
    // The refusal was one of the key, which was checked since.
    expect(await rig.call('inventory.neverReadCounts', { filter: { accountIds: [all.id] } })).toMatchObject({
      zones: 3,
      unreadableZones: 0,
    })
    await rig.call('inventory.refreshDomain', { accountId: all.id, name: 'refused.example', detailKinds: ['zone'] })
    await rig.call('inventory.refreshDomain', { accountId: all.id, name: 'lapsed.example', detailKinds: ['zone'] })
    expect(await unread([all.id])).toBe(1)
    expect((await rig.call('inventory.domains', { filter: { text: '192.0.2.250' } })).rows).toMatchObject([
      { name: 'lapsed.example' },
    ])
  })
})

test('The host of a record is found in the decoded spelling, in the palette and in the domain list', async () => {
  const store = openTemporaryInventory(['a'])
  const name = 'xn--wgv71a119e.example'
  await store.inventory.storeListedDomains(
    'a',
    [name, 'other.example'].map((each) => domainListItem(each)),
    1,
    completeListSource,
  )
  store.inventory.storeZone('a', name, [dnsRecord(1, '@', '203.0.113.7'), dnsRecord(2, 'www', '203.0.113.7')], 2)
  store.inventory.storeZone('a', 'other.example', [dnsRecord(1, 'x', `www.${name}`, 'CNAME')], 2)
  for (const text of ['www.日本語.example', `www.${name}`]) {
    const { hits } = await store.inventory.search(text, 40)
    expect(hits.map(({ kind, title }) => [kind, title])).toEqual([
      ['record', `www.${name}`],
      ['record', 'x.other.example'],
    ])
    expect((await page(store, { text })).rows.map((row) => row.name)).toEqual(['other.example', name])
  }
  expect((await store.inventory.search('本語.example', 40)).hits.map(({ title }) => title)).toContain('日本語.example')
})
