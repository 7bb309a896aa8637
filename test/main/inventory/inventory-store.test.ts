import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAccountQueries } from '#main/accounts/query-accounts.ts'
import { queryServiceNameservers } from '#main/inventory/domains/query-service-nameservers.ts'
import { createSyncRunStore } from '#main/inventory/sync/sync-run-store.ts'
import type { Database } from '#main/store/database.ts'
import { AppError } from '#shared/app-error.ts'
import { domainFilterSchema, serverFilterSchema, type DomainFilter } from '#shared/ipc/inventory.ts'
import {
  addAccount,
  completeListSource,
  domainListItem,
  openTemporaryInventory,
  dnsRecord,
} from './temporary-inventory.ts'

describe('The service’s name servers', () => {
  test('The name servers of the service are those that the information of any server at the same address names, each once', async () => {
    const { inventory, database } = openTemporaryInventory(['a', 'b', 'c'])
    database.run(`update account set base_url = 'https://other.example' where id = 'c'`)
    for (const id of ['a', 'b', 'c'])
      await inventory.storeDomainList(id, [domainListItem('one.example')], 1, completeListSource)
    await inventory.storeServerList(
      'b',
      [
        { servername: 'sv1.example', status: 'active' },
        { servername: 'sv2.example', status: 'active' },
      ],
      1,
      completeListSource,
    )
    const known = (id: string) => inventory.domain(id, 'one.example').serviceNameservers
    expect(known('a')).toEqual([])
    inventory.saveDetail(
      'b',
      'server',
      'sv1.example',
      'info',
      { name_servers: ['NS1.service.example.', 'ns2.service.example'] },
      2,
    )
    inventory.saveDetail(
      'b',
      'server',
      'sv2.example',
      'info',
      { name_servers: 'ns2.service.example ns3.service.example' },
      2,
    )
    expect(known('a').sort()).toEqual(['ns1.service.example', 'ns2.service.example', 'ns3.service.example'])
    expect(known('c')).toEqual([])
  })

  test('The name servers are found through the accounts of the service, without a scan of all stored details', () => {
    const { database } = openTemporaryInventory()
    const plans: { detail: string }[] = []
    const explained: Pick<Database, 'all'> = {
      all: (sql, ...params) => (
        plans.push(...database.all<{ detail: string }>(`explain query plan ${sql}`, ...params)),
        database.all(sql, ...params)
      ),
    }
    queryServiceNameservers({ ...database, ...explained }, 'a')
    expect(plans.filter(({ detail }) => /\bf\b/.test(detail)).map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SEARCH f USING .*account_id=\?/),
    ])
  })
})

describe('Lists', () => {
  test('A name that a complete list lacks is kept as gone, with everything that was read of it', async () => {
    const store = openTemporaryInventory()
    const { inventory } = store
    const kept = ['kept-1.example', 'kept-2.example', 'kept-3.example']
    await inventory.storeDomainList(
      'a',
      [domainListItem('gone.example'), ...kept.map((name) => domainListItem(name))],
      1,
      completeListSource,
    )
    inventory.storeZone('a', 'gone.example', [dnsRecord(1, 'www', '192.0.2.1')], 2)
    inventory.saveDetail('a', 'domain', 'gone.example', 'lock', { locked: true }, 2)
    expect(
      await inventory.storeDomainList(
        'a',
        kept.map((name) => domainListItem(name)),
        3,
        completeListSource,
      ),
    ).toBe(true)
    expect(store.names()).toEqual(kept)
    expect(store.names({ statuses: ['gone'] })).toEqual(['gone.example'])
    const { row, lock, zone } = inventory.domain('a', 'gone.example')
    expect(row).toMatchObject({ readAt: 1, goneSince: 3, status: 'active', records: 1 })
    expect(lock).toMatchObject({ data: { locked: true }, readAt: 2 })
    expect(zone.data).toEqual([dnsRecord(1, 'www', '192.0.2.1')])
  })

  test('A domain that comes back is shown with its earlier details', async () => {
    const store = openTemporaryInventory()
    const { inventory, database } = store
    const all = ['gone.example', 'kept-1.example', 'kept-2.example', 'kept-3.example'].map((name) =>
      domainListItem(name),
    )
    await inventory.storeDomainList('a', all, 1, completeListSource)
    inventory.storeZone('a', 'gone.example', [dnsRecord(1, 'www', '192.0.2.1')], 2)
    const entries = database.all('select rowid, * from search_entry')
    await inventory.storeDomainList('a', all.slice(1), 3, completeListSource)
    await inventory.storeDomainList('a', [domainListItem('gone.example')], 4, null)
    expect(inventory.domain('a', 'gone.example')).toMatchObject({
      row: { goneSince: null, readAt: 4, records: 1 },
      zone: { readAt: 2 },
    })
    expect(store.names({ text: '192.0.2.1' })).toEqual(['gone.example'])
    expect(database.all('select rowid, * from search_entry')).toEqual(entries)
  })

  test('Gone domains and servers are not counted, and they are neither among the expiries nor among the due details', async () => {
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
    await inventory.storeDomainList('a', [...kept, ...going], 1, completeListSource)
    await inventory.storeServerList(
      'a',
      ['s1', 's2', 's3', 's4'].map((name) => server(`${name}.example`)),
      1,
      completeListSource,
    )
    inventory.storeZone('a', 'gone-1.example', [dnsRecord(1, 'www', '192.0.2.1')], 2)
    await inventory.storeDomainList('a', [...kept, ...going.slice(2)], 3, completeListSource)
    await inventory.storeDomainList('a', kept, 4, completeListSource)
    await inventory.storeServerList(
      'a',
      ['s1', 's2', 's3'].map((name) => server(`${name}.example`)),
      4,
      completeListSource,
    )
    await inventory.storeServerList(
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
    expect(overview.attention.map(({ kind }) => kind)).toEqual(['no_keys', 'stale'])
    expect(await inventory.domainCounts(domainFilterSchema.parse({ accountIds: ['a'] }))).toEqual({
      total: 6,
      byStatus: [{ status: 'active', count: 6 }],
      gone: 3,
    })
    expect(await inventory.expiring({ accountIds: null, days: 90, limit: 10 })).toEqual([])
    const due = await inventory.queryDueDetails('a', { now: clock.now(), startedAt: clock.now(), mayRead: () => true })
    expect(new Set(due.map(({ name }) => name))).toEqual(
      new Set([...kept.map(({ domain_name }) => domain_name), 's1.example', 's2.example', 's3.example']),
    )
  })

  test('Gone domains can be filtered alone or together with statuses, with a text, in every order', async () => {
    const store = openTemporaryInventory()
    const many = Array.from({ length: 2500 }, (_, index) =>
      domainListItem(`common-${String(index).padStart(4, '0')}.example`),
    )
    await store.inventory.storeDomainList(
      'a',
      [...many, domainListItem('common-gone.example'), domainListItem('lapsed.example', { status: 'expired' })],
      1,
      completeListSource,
    )
    await store.inventory.storeDomainList(
      'a',
      [...many, domainListItem('lapsed.example', { status: 'expired' })],
      2,
      completeListSource,
    )
    for (const sort of ['name', 'expiry', 'status', 'account', 'readAt'] as const) {
      expect(store.names({ statuses: ['gone'] }, sort)).toEqual(['common-gone.example'])
      expect(store.names({ statuses: ['expired', 'gone'] }, sort).toSorted()).toEqual([
        'common-gone.example',
        'lapsed.example',
      ])
    }
    const total = (filter: Partial<DomainFilter>) =>
      store.inventory.domains({
        filter: domainFilterSchema.parse(filter),
        sort: 'name',
        isDescending: false,
        offset: 0,
        limit: 1,
      }).total
    expect([
      total({}),
      total({ text: 'common' }),
      total({ text: 'common', statuses: ['active'] }),
      total({ text: 'common', statuses: ['gone'] }),
      total({ text: 'common-gone' }),
    ]).toEqual([2501, 2500, 2500, 1, 0])
  })

  test('A search finds gone domains after present ones and marks them', async () => {
    const { inventory } = openTemporaryInventory()
    const kept = ['b-shop.example', 'c-shop.example', 'd-shop.example'].map((name) => domainListItem(name))
    await inventory.storeDomainList('a', [domainListItem('a-shop.example'), ...kept], 1, completeListSource)
    inventory.storeZone('a', 'a-shop.example', [dnsRecord(1, 'www', '192.0.2.1')], 2)
    await inventory.storeDomainList('a', kept, 3, completeListSource)
    expect(
      (await inventory.search('shop', 30)).hits.map(({ kind, target, goneSince }) => [kind, target, goneSince]),
    ).toEqual([
      ['domain', 'b-shop.example', null],
      ['domain', 'c-shop.example', null],
      ['domain', 'd-shop.example', null],
      ['domain', 'a-shop.example', 3],
      ['record', 'a-shop.example', 3],
    ])
  })

  test('A domain that was listed after the request of a list is kept', async () => {
    const store = openTemporaryInventory()
    const four = ['one.example', 'two.example', 'three.example', 'four.example'].map((name) => domainListItem(name))
    await store.inventory.storeDomainList('a', four, 10, completeListSource)
    await store.inventory.storeDomainList('a', [domainListItem('new.example')], 30, null)
    await store.inventory.storeDomainList('a', four, 40, { requestedAt: 20, scopes: ['all'] })
    expect(store.names({ statuses: ['gone'] })).toEqual([])
  })

  test('A partial list removes nothing', async () => {
    const store = openTemporaryInventory()
    await store.inventory.storeDomainList(
      'a',
      [domainListItem('one.example'), domainListItem('two.example')],
      1,
      completeListSource,
    )
    await store.inventory.storeDomainList('a', [domainListItem('two.example')], 2, null)
    expect(store.names()).toEqual(['one.example', 'two.example'])
    expect(store.inventory.domain('a', 'one.example').row.readAt).toBe(1)
    expect(store.inventory.domain('a', 'two.example').row.readAt).toBe(2)
  })

  test('Named domains are returned if they are stored, each with whether the filter matches it', async () => {
    const { inventory } = openTemporaryInventory(['a', 'b'])
    await inventory.storeDomainList(
      'a',
      [
        domainListItem('one.example'),
        domainListItem('two.example', { status: 'expired' }),
        domainListItem('other.example'),
      ],
      1,
      completeListSource,
    )
    await inventory.storeDomainList('b', [domainListItem('one.example')], 1, completeListSource)
    inventory.storeZone('b', 'one.example', [dnsRecord(1, 'www', '192.0.2.77')], 2)
    const named = [
      ['b', 'one.example'],
      ['a', 'gone.example'],
      ['a', 'two.example'],
      ['a', 'one.example'],
    ].map(([accountId = '', name = '']) => ({ accountId, name }))
    const listed = (filter: Partial<DomainFilter>) =>
      inventory
        .namedDomains(named, domainFilterSchema.parse(filter))
        .map(({ row, isListed }) => [row.accountId, row.name, isListed])
    expect(listed({})).toEqual([
      ['b', 'one.example', true],
      ['a', 'two.example', true],
      ['a', 'one.example', true],
    ])
    expect(listed({ statuses: ['active'] }).map(([, , isListed]) => isListed)).toEqual([true, false, true])
    expect(listed({ accountIds: ['a'] }).map(([, , isListed]) => isListed)).toEqual([false, true, true])
    expect(listed({ text: '192.0.2.77' }).map(([, , isListed]) => isListed)).toEqual([true, false, false])
  })

  test('An unchanged row only gets a new time', async () => {
    const { inventory, database } = openTemporaryInventory()
    const items = [
      domainListItem('one.example'),
      domainListItem('xn--r8jz45g.example', { decoded_domain: '例え.example' }),
    ]
    await inventory.storeDomainList('a', items, 1, completeListSource)
    const entries = database.all('select rowid, * from search_entry')
    await inventory.storeDomainList('a', items, 2, completeListSource)
    expect(database.all('select rowid, * from search_entry')).toEqual(entries)
    expect(inventory.domain('a', 'one.example').row.readAt).toBe(2)
  })

  test('A name that the service does not decode is shown decoded and found by its letters', async () => {
    const store = openTemporaryInventory()
    await store.inventory.storeDomainList(
      'a',
      [domainListItem('xn--mnchen-3ya.example'), domainListItem('xn--.example'), domainListItem('plain.example')],
      1,
      completeListSource,
    )
    expect(store.inventory.domain('a', 'xn--mnchen-3ya.example').row.decodedName).toBe('münchen.example')
    expect(['xn--.example', 'plain.example'].map((name) => store.inventory.domain('a', name).row.decodedName)).toEqual([
      null,
      null,
    ])
    expect(store.names({ text: 'münch' })).toEqual(['xn--mnchen-3ya.example'])
  })

  test('Storing a list yields to the event loop at least every hundred rows', async () => {
    const { inventory } = openTemporaryInventory()
    let yields = 0
    let isOver = false
    const count = () => {
      yields += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await inventory.storeDomainList(
      'a',
      Array.from({ length: 2000 }, (_, index) => domainListItem(`d${index}.example`)),
      1,
      completeListSource,
    )
    isOver = true
    expect(yields).toBeGreaterThanOrEqual(20)
  })

  test('Servers are stored, and those missing from a complete list are kept as gone', async () => {
    const { inventory } = openTemporaryInventory()
    const server = (name: string) => ({
      servername: name,
      server_id: name,
      status: 'active',
      memo: '検証',
      expiry_date: null,
    })
    const names = (statuses: string[] | null = null) =>
      inventory
        .servers({
          filter: serverFilterSchema.parse({ statuses }),
          sort: 'name',
          isDescending: false,
          offset: 0,
          limit: 9,
        })
        .rows.map(({ name }) => name)
    await inventory.storeServerList('a', ['s1', 's2', 's3', 's4'].map(server), 1, completeListSource)
    inventory.saveDetail('a', 'server', 's1', 'info', { ip_address: '192.0.2.1' }, 1)
    await inventory.storeServerList('a', [server('s2')], 2, null)
    expect(names()).toEqual(['s1', 's2', 's3', 's4'])
    await inventory.storeServerList('a', ['s2', 's3', 's4'].map(server), 3, completeListSource)
    expect([names(), names(['gone'])]).toEqual([['s2', 's3', 's4'], ['s1']])
    expect(inventory.server('a', 's1')).toMatchObject({
      row: { goneSince: 3 },
      info: { data: { ip_address: '192.0.2.1' } },
    })
    await inventory.storeServerList('a', ['s1', 's2', 's3', 's4'].map(server), 4, completeListSource)
    expect(names()).toEqual(['s1', 's2', 's3', 's4'])
  })
})

describe('A list that lacks a third of the stored names', () => {
  const hourMs = 3_600_000
  const all = Array.from({ length: 9 }, (_, index) => domainListItem(`d${index}.example`))
  const source = (askedAt: number) => ({ requestedAt: askedAt, scopes: ['all' as const] })

  test('A list that lacks a third changes nothing, and the overview says what it lacks', async () => {
    const store = openTemporaryInventory()
    await store.inventory.storeDomainList('a', all, 10, source(10))
    expect(
      await store.inventory.storeDomainList('a', [...all.slice(0, 6), domainListItem('new.example')], 20, source(20)),
    ).toBe(false)
    expect(store.names()).toEqual(all.map(({ domain_name }) => domain_name))
    expect(store.inventory.domain('a', 'd0.example').row).toMatchObject({ readAt: 10, goneSince: null })
    expect((await store.queryOverview(null)).attention).toContainEqual({
      kind: 'list_shrunk',
      accountId: 'a',
      list: 'domain',
      missing: 3,
      held: 9,
      firstReadAt: 20,
      readAt: 20,
      agreesFrom: 20 + hourMs,
    })
  })

  test('A list that lacks a third is applied when another list agrees an hour later', async () => {
    const store = openTemporaryInventory()
    await store.inventory.storeDomainList('a', all, 10, source(10))
    await store.inventory.storeDomainList('a', [], 20, source(20))
    expect(await store.inventory.storeDomainList('a', [], 20 + hourMs - 1, source(30))).toBe(false)
    expect(await store.inventory.storeDomainList('a', [], 20 + hourMs, source(40))).toBe(true)
    expect(store.names({ statuses: ['gone'] })).toHaveLength(9)
    expect(store.inventory.domain('a', 'd0.example').row.goneSince).toBe(20)
    expect((await store.queryOverview(null)).attention.map(({ kind }) => kind)).not.toContain('list_shrunk')
  })

  test('A list that lacks a third is applied when the user accepts it, except for names listed since', async () => {
    const store = openTemporaryInventory()
    await store.inventory.storeDomainList('a', all, 10, source(10))
    await store.inventory.storeDomainList('a', [], 20, source(20))
    await store.inventory.storeDomainList('a', [domainListItem('d3.example')], 30, null)
    await expect(store.inventory.acceptShrunkenList('a', 'domain', 19)).rejects.toMatchObject({ kind: 'conflict' })
    await store.inventory.acceptShrunkenList('a', 'domain', 20)
    expect(store.names()).toEqual(['d3.example'])
    await expect(store.inventory.acceptShrunkenList('a', 'domain', 20)).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('A waiting list is forgotten when the next list is complete', async () => {
    const store = openTemporaryInventory()
    await store.inventory.storeDomainList('a', all, 10, source(10))
    await store.inventory.storeDomainList('a', [], 20, source(20))
    await store.inventory.storeDomainList('a', all, 30, source(30))
    expect((await store.queryOverview(null)).attention.map(({ kind }) => kind)).not.toContain('list_shrunk')
    expect(await store.inventory.storeDomainList('a', [], 20 + hourMs, source(40))).toBe(false)
  })
})

describe('A locked keychain', () => {
  test('A locked keychain is one attention item, however many syncs failed because of it', async () => {
    const { database, queryOverview } = openTemporaryInventory(['a', 'b', 'c'])
    const error = (kind: string) => JSON.stringify({ kind, message: 'x', details: {} })
    for (const id of ['a', 'b'])
      database.run(
        `insert into sync_run (account_id, state, started_at, error) values (?, 'failed', 1, ?)`,
        id,
        error('keychain_locked'),
      )
    database.run(
      `insert into sync_run (account_id, state, started_at, error) values ('c', 'failed', 1, ?)`,
      error('tls'),
    )
    const { attention } = await queryOverview(null)
    expect(attention.filter(({ kind }) => kind === 'keychain' || kind === 'sync_failed')).toMatchObject([
      { kind: 'keychain', error: { kind: 'keychain_locked' }, accountIds: ['a', 'b'] },
      { kind: 'sync_failed', accountId: 'c', error: { kind: 'tls' } },
    ])
    expect((await queryOverview(['b'])).attention).toContainEqual(
      expect.objectContaining({ kind: 'keychain', accountIds: ['b'] }),
    )
  })
})

describe('Errors stored by another version', () => {
  test('A stored error of an unknown kind does not fail a query', async () => {
    const { inventory, database, queryOverview } = openTemporaryInventory()
    await inventory.storeDomainList('a', [domainListItem('one.example')], 1, completeListSource)
    const unknown = JSON.stringify({ kind: 'of_another_version', message: 'x', details: {} })
    for (const error of [unknown, '{']) {
      database.run(
        `insert or replace into facet (account_id, thing, name, facet, error, error_at) values ('a', 'domain', 'one.example', 'lock', ?, 5)`,
        error,
      )
      database.run(
        `insert or replace into sync_run (account_id, state, started_at, error) values ('a', 'failed', 1, ?)`,
        error,
      )
      expect(inventory.domain('a', 'one.example').lock).toMatchObject({ data: null, error: null, errorAt: 5 })
      expect(createSyncRunStore(database).all()).toMatchObject([{ state: 'failed', error: null }])
      expect((await queryOverview(null)).attention).toContainEqual(
        expect.objectContaining({ kind: 'sync_failed', accountId: 'a', code: null }),
      )
    }
  })
})

describe('Unreadable stored rows', () => {
  const damage = {
    nested: `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
    cut: '{"ip_address":"192.0.2.1',
    deep: `${'['.repeat(100)}${']'.repeat(100)}`,
  }
  const servers = ['one.example', 'two.example', 'three.example']

  test.each(Object.entries(damage))(
    'An unreadable row reports an error itself and does not affect the server list, the search and the name servers: %s',
    async (_, data) => {
      const { inventory, database } = openTemporaryInventory(['a', 'b'])
      for (const account of ['a', 'b'])
        await inventory.storeServerList(
          account,
          servers.map((servername) => ({ servername, status: 'active' })),
          1,
          completeListSource,
        )
      for (const name of servers) inventory.saveDetail('b', 'server', name, 'info', { ip_address: '192.0.2.7' }, 2)
      inventory.saveDetail('a', 'server', 'two.example', 'info', {}, 2)
      database.run(`update facet set data = ? where account_id = 'a'`, data)
      const filter = serverFilterSchema.parse({})
      expect(inventory.servers({ filter, sort: 'name', isDescending: false, offset: 0, limit: 9 }).total).toBe(6)
      expect((await inventory.search('192.0.2.7', 9)).hits).toHaveLength(3)
      expect(queryServiceNameservers(database, 'a')).toEqual([])
      expect(inventory.server('a', 'two.example')).toMatchObject({
        row: { name: 'two.example' },
        info: { data: null, readAt: null, error: { kind: 'unreadable_row' } },
      })
      expect(inventory.server('b', 'two.example').info).toMatchObject({
        data: { ip_address: '192.0.2.7' },
        error: null,
      })
    },
  )

  test.each([damage.nested, damage.cut])(
    'An unreadable waiting list counts as none, and the account list and the overview still work',
    async (missing) => {
      const { inventory, database, clock, queryOverview } = openTemporaryInventory()
      await inventory.storeDomainList('a', [domainListItem('one.example')], 1, completeListSource)
      expect(await inventory.storeDomainList('a', [], 2, completeListSource)).toBe(false)
      const told = () => createAccountQueries({ database, clock, isUnanswered: () => false }).list()[0]?.shrunkenLists
      expect(told()).toMatchObject([{ list: 'domain', missing: 1, held: 1 }])
      database.run('update shrunken_list set missing = ?', missing)
      expect(told()).toEqual([])
      expect((await queryOverview(null)).attention.filter(({ kind }) => kind === 'list_shrunk')).toEqual([])
      await expect(inventory.acceptShrunkenList('a', 'domain', 2)).rejects.toMatchObject({ kind: 'not_found' })
      expect(await inventory.storeDomainList('a', [], 3, completeListSource)).toBe(false)
      expect(told()).toMatchObject([{ list: 'domain', missing: 1, readAt: 3 }])
    },
  )

  test.each([damage.nested, damage.cut])(
    'An unreadable row does not stop a sync and is read again by it',
    async (data) => {
      const { inventory, database, clock } = openTemporaryInventory()
      await inventory.storeDomainList(
        'a',
        [domainListItem('one.example'), domainListItem('two.example')],
        clock.now(),
        completeListSource,
      )
      for (const name of ['one.example', 'two.example']) {
        for (const facet of ['detail', 'nameservers', 'whois', 'lock'] as const)
          inventory.saveDetail('a', 'domain', name, facet, domainListItem(name), clock.now())
        inventory.storeZone('a', name, [], clock.now())
      }
      database.run(`update facet set data = ? where name = 'two.example' and facet = 'detail'`, data)
      database.run(`update facet set error = ?, error_at = 1 where name = 'one.example' and facet = 'lock'`, data)
      expect(
        await inventory.queryDueDetails('a', { now: clock.now(), startedAt: clock.now(), mayRead: () => true }),
      ).toEqual([{ resourceKind: 'domain', name: 'two.example', detailKind: 'detail' }])
      expect(inventory.domain('a', 'one.example').lock.data).not.toBeNull()
    },
  )
})

describe('Details', () => {
  test('Data of an earlier reading is kept when a later attempt fails, together with the error', async () => {
    const { inventory } = openTemporaryInventory()
    await inventory.storeDomainList('a', [domainListItem('one.example')], 1, completeListSource)
    inventory.saveDetail('a', 'domain', 'one.example', 'lock', { locked: true }, 10)
    inventory.saveDetailError(
      'a',
      'domain',
      'one.example',
      'lock',
      new AppError('service', 'Refused', { code: 'FORBIDDEN', status: 403 }),
      20,
    )
    const failed = inventory.domain('a', 'one.example').lock
    expect(failed).toMatchObject({ data: { locked: true }, readAt: 10, error: { code: 'FORBIDDEN' }, errorAt: 20 })
    inventory.saveDetail('a', 'domain', 'one.example', 'lock', { locked: false }, 30)
    expect(inventory.domain('a', 'one.example').lock).toEqual({
      data: { locked: false },
      readAt: 30,
      error: null,
      errorAt: null,
    })
  })

  test('A domain’s detail updates the row of the domain list', async () => {
    const { inventory } = openTemporaryInventory()
    await inventory.storeDomainList(
      'a',
      [domainListItem('one.example', { status: 'pending_create', expiry_date: null })],
      1,
      completeListSource,
    )
    const detail = { domain_name: 'one.example', status: 'active', expiry_date: '2028-01-01', auto_renew: true }
    inventory.saveDetail('a', 'domain', 'one.example', 'detail', detail, 2)
    expect(inventory.domain('a', 'one.example').row).toMatchObject({
      status: 'active',
      expiryDate: '2028-01-01',
      autoRenew: true,
    })
  })

  test('Nothing is stored for a domain that is not in the list', async () => {
    const { inventory, database } = openTemporaryInventory()
    inventory.storeZone('a', 'gone.example', [dnsRecord(1, '@', '192.0.2.1')], 1)
    inventory.saveDetail('a', 'domain', 'gone.example', 'lock', { locked: true }, 1)
    inventory.saveDetailError('a', 'domain', 'gone.example', 'lock', new AppError('timeout', 'No answer'), 1)
    expect(database.all('select * from facet')).toEqual([])
    expect(database.all('select * from record')).toEqual([])
  })

  test('Only changed records of a zone are written', async () => {
    const { inventory } = openTemporaryInventory()
    await inventory.storeDomainList('a', [domainListItem('one.example')], 1, completeListSource)
    inventory.storeZone('a', 'one.example', [dnsRecord(1, '@', '192.0.2.1'), dnsRecord(2, 'www', '192.0.2.2')], 2)
    inventory.storeZone('a', 'one.example', [dnsRecord(2, 'www', '192.0.2.9'), dnsRecord(3, 'mail', '192.0.2.3')], 3)
    expect(inventory.zone('a', 'one.example')).toEqual({
      data: [dnsRecord(2, 'www', '192.0.2.9'), dnsRecord(3, 'mail', '192.0.2.3')],
      readAt: 3,
      error: null,
      errorAt: null,
    })
    expect(inventory.domain('a', 'one.example').row).toMatchObject({ records: 2, zoneReadAt: 3, detailReadAt: null })
  })
})

describe('Pages', () => {
  test('Days are counted in Japan, where a day begins nine hours earlier than in UTC', async () => {
    const store = openTemporaryInventory()
    // 2026-11-20 16:00 UTC is 01:00 on the 21st in Japan.
    store.clock.jumpWall(Date.UTC(2026, 10, 20, 16) - store.clock.now())
    await store.inventory.storeDomainList(
      'a',
      [
        domainListItem('a.example', { expiry_date: '2026-11-21' }),
        domainListItem('b.example', { expiry_date: '2026-11-22' }),
        domainListItem('c.example', { expiry_date: null }),
        domainListItem('d.example', { expiry_date: '2020-01-01' }),
      ],
      1,
      completeListSource,
    )
    expect(store.names({ expiresWithinDays: 0 })).toEqual(['a.example', 'd.example'])
    expect(store.names({ expiresWithinDays: 1 })).toEqual(['a.example', 'b.example', 'd.example'])
    expect(store.names({}, 'expiry')).toEqual(['d.example', 'a.example', 'b.example', 'c.example'])
  })

  test('Names, decoded names, Punycode and records are found in any spelling', async () => {
    const store = openTemporaryInventory()
    await store.inventory.storeDomainList(
      'a',
      [
        domainListItem('xn--r8jz45g.example', { decoded_domain: '例え.example' }),
        domainListItem('client.example'),
        domainListItem('other.example'),
      ],
      1,
      completeListSource,
    )
    store.inventory.storeZone(
      'a',
      'client.example',
      [dnsRecord(1, 'shop', '203.0.113.77'), dnsRecord(2, '@', 'v=spf1 含む 東京都 -all', 'TXT')],
      2,
    )
    expect(store.names({ text: '例え' })).toEqual(['xn--r8jz45g.example'])
    expect(store.names({ text: '例え.example' })).toEqual(['xn--r8jz45g.example'])
    expect(store.names({ text: 'xn--' })).toEqual(['xn--r8jz45g.example'])
    expect(store.names({ text: 'cl' })).toEqual(['client.example'])
    expect(store.names({ text: 'ＣＬＩＥＮＴ' })).toEqual(['client.example'])
    expect(store.names({ text: '203.0.113.77' })).toEqual(['client.example'])
    expect(store.names({ text: 'shop.client' })).toEqual(['client.example'])
    expect(store.names({ text: '東京都' })).toEqual(['client.example'])
    expect(store.names({ text: 'example client' })).toEqual(['client.example'])
    expect(store.names({ text: 'client missing' })).toEqual([])
    expect(store.names({ text: '"' })).toEqual([])
    expect(store.names({ text: '%%%' })).toEqual([])
  })

  test('Few matches and thousands of matches are found in the same order', async () => {
    const store = openTemporaryInventory(['a', 'b'])
    const many = Array.from({ length: 2600 }, (_, index) =>
      domainListItem(`shop-${String(index).padStart(4, '0')}.example`, {
        status: index % 10 === 0 ? 'expired' : 'active',
      }),
    )
    await store.inventory.storeDomainList('a', many, 1, completeListSource)
    await store.inventory.storeDomainList(
      'b',
      [domainListItem('zz-shop.example', { status: 'expired' })],
      1,
      completeListSource,
    )
    const page = (filter: object) =>
      store.inventory.domains({
        filter: { accountIds: null, statuses: null, expiresWithinDays: null, text: 'shop', ...filter },
        sort: 'name',
        isDescending: true,
        offset: 0,
        limit: 2,
      })
    expect(page({})).toMatchObject({ total: 2601, rows: [{ name: 'zz-shop.example' }, { name: 'shop-2599.example' }] })
    expect(page({ statuses: ['expired'] })).toMatchObject({
      total: 261,
      rows: [{ name: 'zz-shop.example' }, { name: 'shop-2590.example' }],
    })
    expect(page({ accountIds: ['b'] })).toMatchObject({ total: 1 })
    expect(page({ text: 'shop-259' })).toMatchObject({
      total: 10,
      rows: [{ name: 'shop-2599.example' }, { name: 'shop-2598.example' }],
    })
  })

  test('Pages contain the same rows as sorting everything', async () => {
    const name = fc.stringMatching(/^[a-c]{1,3}$/)
    const domain = fc.record({
      account: fc.constantFrom('a', 'b', 'c'),
      name,
      status: fc.constantFrom('active', 'expired', 'transferring'),
      expiry: fc.constantFrom(null, '2026-12-01', '2027-01-01'),
      isGone: fc.boolean(),
    })
    const query = fc.record({
      accountIds: fc.option(fc.subarray(['a', 'b', 'c'])),
      statuses: fc.option(fc.subarray(['active', 'expired', 'transferring', 'gone'])),
      expiresWithinDays: fc.option(fc.constantFrom(0, 20, 100)),
      text: fc.constantFrom('', 'a', 'ab', 'abc', 'example'),
      sort: fc.constantFrom('name', 'expiry', 'status', 'account', 'readAt'),
      isDescending: fc.boolean(),
      offset: fc.nat(6),
      limit: fc.integer({ min: 1, max: 5 }),
    })
    const store = openTemporaryInventory(['a', 'b', 'c'])
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(domain, { selector: (d) => `${d.account} ${d.name}` }),
        query,
        async (domains, { sort, isDescending, offset, limit, ...filter }) => {
          for (const table of ['domain', 'search_entry']) store.database.run(`delete from ${table}`)
          for (const [index, account] of ['a', 'b', 'c'].entries()) {
            const items = domains
              .filter((d) => d.account === account)
              .map((d) => domainListItem(`${d.name}.example`, { status: d.status, expiry_date: d.expiry }))
            await store.inventory.storeDomainList(account, items, index % 2, completeListSource)
          }
          for (const d of domains)
            if (d.isGone)
              store.database.run(
                'update domain set gone_since = 9 where account_id = ? and name = ?',
                d.account,
                `${d.name}.example`,
              )
          const today = { 0: '2026-11-20', 20: '2026-12-10', 100: '2027-02-28' } as Record<number, string>
          const rows = domains
            .map((d) => ({
              accountId: d.account,
              name: `${d.name}.example`,
              status: d.status,
              expiry: d.expiry ?? '9999',
              readAt: d.account === 'b' ? 1 : 0,
              isGone: d.isGone,
            }))
            .filter(
              (d) =>
                (filter.accountIds?.includes(d.accountId) ?? true) &&
                (filter.statuses?.includes(d.isGone ? 'gone' : d.status) ?? !d.isGone),
            )
            .filter((d) => filter.expiresWithinDays === null || d.expiry <= (today[filter.expiresWithinDays] as string))
            .filter((d) => d.name.includes(filter.text))
          const value = (d: (typeof rows)[number]) =>
            [
              ...({
                name: [],
                expiry: [d.expiry],
                status: [d.status],
                account: [d.accountId],
                readAt: [String(d.readAt)],
              }[sort] ?? []),
              d.name,
              d.accountId,
            ].join(' ')
          rows.sort((one, other) => (value(one) < value(other) ? -1 : 1) * (isDescending ? -1 : 1))
          const page = store.inventory.domains({ filter, sort: sort as 'name', isDescending, offset, limit })
          expect(page.total).toBe(rows.length)
          expect(page.rows.map((d) => `${d.accountId} ${d.name}`)).toEqual(
            rows.slice(offset, offset + limit).map((d) => `${d.accountId} ${d.name}`),
          )
        },
      ),
      { numRuns: 150 },
    )
  })

  test('Expiring domains are returned soonest first, past dates included, in the same order as the page sorted by expiry', async () => {
    const store = openTemporaryInventory(['a', 'b'])
    const late = domainListItem('c.example', { expiry_date: '2027-02-01' })
    await store.inventory.storeDomainList(
      'a',
      [
        domainListItem('b.example', { expiry_date: '2026-12-01' }),
        late,
        domainListItem('never.example', { expiry_date: null }),
      ],
      1,
      completeListSource,
    )
    await store.inventory.storeDomainList(
      'b',
      [
        domainListItem('a.example', { expiry_date: '2026-12-01' }),
        domainListItem('gone.example', { status: 'expired', expiry_date: '2026-11-01' }),
      ],
      2,
      completeListSource,
    )
    store.inventory.saveDetail(
      'a',
      'domain',
      'b.example',
      'detail',
      { domain_name: 'b.example', status: 'active', auto_renew: true },
      3,
    )
    const names = async (accountIds: string[] | null, days: number, limit = 9) =>
      (await store.inventory.expiring({ accountIds, days, limit })).map(({ name }) => name)
    expect(await names(null, 30)).toEqual(['gone.example', 'a.example', 'b.example'])
    expect(await names(['a'], 100)).toEqual(['b.example', 'c.example'])
    expect(await names(null, 100, 2)).toEqual(['gone.example', 'a.example'])
    const filter = { accountIds: null, statuses: null, expiresWithinDays: 100, text: '' }
    expect(await store.inventory.expiring({ accountIds: null, days: 100, limit: 9 })).toEqual(
      store.inventory.domains({ filter, sort: 'expiry', isDescending: false, offset: 0, limit: 9 }).rows,
    )
  })

  test('Expiring domains are selected at one moment, and a domain that is gone before its row is read is left out', async () => {
    const store = openTemporaryInventory(['a', 'b'])
    const many = Array.from({ length: 600 }, (_, index) =>
      domainListItem(`d${String(index).padStart(3, '0')}.example`, { expiry_date: '2026-12-01' }),
    )
    await store.inventory.storeDomainList('a', many, 1, completeListSource)
    const expiring = store.inventory.expiring({ accountIds: null, days: 30, limit: 500 })
    store.database.run(`delete from domain where name = 'd499.example'`)
    store.database.run(`update domain set expiry_date = '2027-12-01' where name = 'd498.example'`)
    const rows = await expiring
    expect(rows.map(({ name }) => name)).toEqual(many.slice(0, 499).map(({ domain_name }) => domain_name))
    expect(rows.at(-1)?.expiryDate).toBe('2027-12-01')
  })
})

describe('Search', () => {
  test('Equal names come first, then names that begin with the text, then other hits, and records last', async () => {
    const { inventory, database } = openTemporaryInventory(['a'])
    addAccount(database, 'b', 'tea.example shop')
    await inventory.storeDomainList(
      'a',
      [domainListItem('green-tea.example'), domainListItem('tea.example'), domainListItem('tea.example.net')],
      1,
      completeListSource,
    )
    inventory.storeZone(
      'a',
      'green-tea.example',
      [dnsRecord(1, '@', 'tea.example', 'CNAME'), dnsRecord(2, 'www', '192.0.2.1')],
      2,
    )
    const { hits } = await inventory.search('tea.example', 10)
    expect(hits.map(({ kind, target }) => `${kind} ${target}`)).toEqual([
      'domain tea.example',
      'account b',
      'domain tea.example.net',
      'domain green-tea.example',
      'record green-tea.example',
      'record green-tea.example',
    ])
  })

  test('Memos, addresses, labels, notes and records are found by words of any length', async () => {
    const { inventory, database } = openTemporaryInventory(['a'])
    database.run(`update account set notes = '担当は経理', folder = 'Kansai'`)
    await inventory.storeServerList(
      'a',
      [{ servername: 'sv1.example', status: 'active', memo: '京都の店' }],
      1,
      completeListSource,
    )
    inventory.saveDetail('a', 'server', 'sv1.example', 'info', { ip_address: '198.51.100.7' }, 2)
    await inventory.storeDomainList('a', [domainListItem('one.example')], 1, completeListSource)
    inventory.storeZone('a', 'one.example', [dnsRecord(1, '@', '京都', 'TXT')], 2)
    const kinds = async (text: string) => (await inventory.search(text, 10)).hits.map(({ kind }) => kind)
    expect(await kinds('京都')).toEqual(['server', 'record'])
    expect(await kinds('198.51.100.7')).toEqual(['server'])
    expect(await kinds('経理')).toEqual(['account'])
    expect(await kinds('kansai')).toEqual(['account'])
    expect(await kinds('nowhere')).toEqual([])
  })

  test('A long list of names leaves room for records', async () => {
    const { inventory } = openTemporaryInventory(['a'])
    await inventory.storeDomainList(
      'a',
      Array.from({ length: 50 }, (_, index) => domainListItem(`shop${index}.example`)),
      1,
      completeListSource,
    )
    inventory.storeZone('a', 'shop1.example', [dnsRecord(1, 'www', 'shop-front.example', 'CNAME')], 2)
    const { hits } = await inventory.search('shop', 10)
    expect(hits).toHaveLength(10)
    expect(hits.at(-1)).toMatchObject({ kind: 'record', target: 'shop1.example', detail: 'CNAME shop-front.example' })
  })
})

test('Every domain is found after search entries of another account were deleted, or when a row had no entry', async () => {
  const store = openTemporaryInventory(['a', 'b'])
  const { inventory, database } = store
  await inventory.storeDomainList('b', [domainListItem('old.example')], 1, completeListSource)
  // The state after an interrupted account removal.
  database.run(`delete from search_entry where account_id = 'b'`)
  database.run(`insert into domain (account_id, name, status, read_at) values ('a', 'bare.example', 'active', 0)`)
  await inventory.storeDomainList(
    'a',
    [domainListItem('new.example'), domainListItem('bare.example', { decoded_domain: '裸.example' })],
    2,
    completeListSource,
  )
  inventory.storeZone('b', 'old.example', [dnsRecord(1, 'www', '192.0.2.1')], 3)
  expect(store.names({ text: 'example' })).toEqual(['bare.example', 'new.example', 'old.example'])
  expect(store.names({ text: 'www.old.example' })).toEqual(['old.example'])
})

describe('Overview', () => {
  test('The overview lists what needs a decision, worst first', async () => {
    const { inventory, database, clock, queryOverview } = openTemporaryInventory(['a', 'b', 'paused'])
    database.run(`update account set is_paused = 1 where id = 'paused'`)
    const now = clock.now()
    const key = (id: string, state: string, expiresAt: number | null) =>
      database.run(
        'insert into api_key (id, account_id, label, state, expires_at, added_at) values (?, ?, ?, ?, ?, 0)',
        id,
        'a',
        id,
        state,
        expiresAt,
      )
    key('k1', 'quarantined', now + 86_400_000)
    key('k2', 'working', now - 1)
    key('k3', 'working', now + 86_400_000)
    key('k4', 'working', null)
    database.run(
      `insert into sync_run (account_id, state, started_at, lists_read_at, error) values ('b', 'failed', ?, ?, ?)`,
      now,
      now,
      JSON.stringify({
        kind: 'service',
        message: 'Refused',
        code: 'FORBIDDEN',
        details: { errors: ['from: no such day'] },
      }),
    )
    await inventory.storeDomainList(
      'a',
      [
        domainListItem('shared.example'),
        domainListItem('old.example', { status: 'expired', expiry_date: '2026-11-01' }),
        domainListItem('soon.example', { expiry_date: '2026-11-22' }),
        domainListItem('later.example', { expiry_date: '2026-12-10' }),
      ],
      1,
      completeListSource,
    )
    await inventory.storeDomainList(
      'b',
      [
        domainListItem('shared.example'),
        domainListItem('moving.example', { status: 'transferring', expiry_date: null }),
        domainListItem('refused.example', { status: 'transfer_action_required', expiry_date: '2026-11-23' }),
      ],
      1,
      completeListSource,
    )
    const { attention, totals, nextExpiries, oldestSyncAt } = await queryOverview(null)
    expect(attention).toEqual([
      { kind: 'no_keys', accountId: 'b' },
      { kind: 'key_state', accountId: 'a', keyId: 'k1', keyLabel: 'k1', state: 'quarantined' },
      { kind: 'key_state', accountId: 'a', keyId: 'k2', keyLabel: 'k2', state: 'expired' },
      {
        kind: 'sync_failed',
        accountId: 'b',
        at: now,
        code: 'FORBIDDEN',
        message: 'Refused · from: no such day',
        error: { kind: 'service', message: 'Refused', code: 'FORBIDDEN', details: { errors: ['from: no such day'] } },
      },
      { kind: 'domains_expired', count: 1, accountIds: ['a'] },
      { kind: 'domains_pending', status: 'transfer_action_required', count: 1, accountIds: ['b'] },
      { kind: 'domains_expiring', days: 7, count: 1, accountIds: ['a'] },
      { kind: 'domains_expiring', days: 30, count: 2, accountIds: ['a'] },
      { kind: 'domains_pending', status: 'transferring', count: 1, accountIds: ['b'] },
      { kind: 'key_expires', accountId: 'a', keyId: 'k3', keyLabel: 'k3', expiresAt: now + 86_400_000 },
      { kind: 'shared_domains', accountId: 'a', otherAccountId: 'b', count: 1, example: 'shared.example' },
      { kind: 'stale', accountId: 'a', syncedAt: null },
    ])
    expect(totals).toMatchObject({ accounts: 3, keys: 4, domains: 7, servers: 0, records: 0, zonesRead: 0 })
    // The next expiries contain active domains only, as the attention items above.
    expect(nextExpiries.map(({ name }) => name)).toEqual([
      'soon.example',
      'later.example',
      'shared.example',
      'shared.example',
    ])
    expect(oldestSyncAt).toBeNull()
  })
})

test('Changes are emitted at most four times a second, and the last change is always emitted', async () => {
  const { inventory, clock, emitted } = openTemporaryInventory(['a', 'b'])
  await inventory.storeDomainList(
    'a',
    [domainListItem('one.example'), domainListItem('two.example')],
    1,
    completeListSource,
  )
  inventory.storeZone('a', 'one.example', [], 2)
  inventory.storeZone('a', 'two.example', [], 3)
  expect(emitted).toEqual([{ name: 'inventory.changed', payload: { accountId: 'a', domain: null } }])
  await clock.advance(250)
  expect(emitted).toHaveLength(2)
  inventory.storeZone('a', 'one.example', [], 4)
  inventory.flush()
  expect(emitted.at(-1)?.payload).toEqual({ accountId: 'a', domain: 'one.example' })
})

test('A detail that was forbidden to a key is due again only after a key was checked or added', async () => {
  const { database, inventory, clock } = openTemporaryInventory()
  await inventory.storeDomainList('a', [domainListItem('example.com')], clock.now(), completeListSource)
  const due = async () => {
    const details = await inventory.queryDueDetails('a', {
      now: clock.now(),
      startedAt: clock.now() - 1,
      mayRead: () => true,
    })
    return details.map(({ detailKind: facet }) => facet)
  }
  await clock.advance(1000)
  inventory.saveDetailError(
    'a',
    'domain',
    'example.com',
    'zone',
    new AppError('service', 'No', { status: 403, code: 'FORBIDDEN' }),
    clock.now(),
  )
  await clock.advance(1000)
  expect(await due()).not.toContain('zone')
  await clock.advance(1000)
  database.run(
    `insert into api_key (id, account_id, label, state, added_at) values ('k', 'a', 'new', 'working', ?)`,
    clock.now(),
  )
  expect(await due()).toContain('zone')
})
