import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { domainFilterSchema, serverFilterSchema, type DomainFilter, type ServerFilter } from '#shared/ipc/inventory.ts'
import { saveFolderExpiryThresholds } from '#main/accounts/folder-expiry-threshold-store.ts'
import type { DomainListItem } from '#shared/api/domain-schemas.ts'
import {
  completeListSource,
  domainListItem,
  openTemporaryInventory,
  dnsRecord,
  type TemporaryInventory,
} from '#test/main/inventory/temporary-inventory.ts'

const server = (name: string, fields: object = {}) => ({
  servername: name,
  status: 'active',
  memo: '',
  expiry_date: '2027-03-31',
  ...fields,
})

/** Two accounts: `a` with few rows of every kind, `b` with more rows. */
async function openTwoAccounts(): Promise<TemporaryInventory> {
  const store = openTemporaryInventory(['a', 'b'])
  const { inventory, database, clock } = store
  const soon = { expiry_date: '2026-11-22' }
  const later = { expiry_date: '2026-12-10' }
  await inventory.storeListedDomains(
    'a',
    [domainListItem('calm.example'), domainListItem('soon.example', soon)],
    clock.now(),
    completeListSource,
  )
  const many: DomainListItem[] = [
    domainListItem('old.example', { status: 'expired', expiry_date: '2026-11-01' }),
    domainListItem('b-soon.example', soon),
    domainListItem('b-later-1.example', later),
    domainListItem('b-later-2.example', later),
    domainListItem('moving.example', { status: 'transferring', expiry_date: null }),
  ]
  await inventory.storeListedDomains('b', many, clock.now(), completeListSource)
  await inventory.storeListedServers('a', [server('sva.example')], clock.now(), completeListSource)
  await inventory.storeListedServers(
    'b',
    [server('svb1.example', { status: 'suspended' }), server('svb2.example', later)],
    clock.now(),
    completeListSource,
  )
  inventory.storeZone('a', 'calm.example', [dnsRecord(1, '@', '192.0.2.1')], clock.now())
  inventory.storeZone(
    'b',
    'b-soon.example',
    [dnsRecord(1, '@', '192.0.2.2'), dnsRecord(2, 'www', '192.0.2.3')],
    clock.now(),
  )
  for (const id of ['a', 'b']) {
    database.run(
      `insert into api_key (id, account_id, label, state, added_at) values (?, ?, 'key', 'quarantined', 0)`,
      `key-${id}`,
      id,
    )
    database.run(
      `insert into log_entry (key_id, account_id, at, method, path, status_code) values (?, ?, 1, 'GET', '/v1/me', 200)`,
      `key-${id}`,
      id,
    )
  }
  return store
}

describe('The overview of one account', () => {
  test('The overview of one account counts no rows of another account', async () => {
    const { queryOverview } = await openTwoAccounts()
    const overview = await queryOverview(['a'])
    expect(overview.totals).toEqual({
      accounts: 1,
      keys: 1,
      domains: 2,
      servers: 1,
      records: 1,
      zonesRead: 1,
      logEntries: 1,
    })
    expect(overview.domainsByStatus).toEqual([{ status: 'active', count: 2 }])
    expect(overview.serversByStatus).toEqual([{ status: 'active', count: 1 }])
    expect(overview.attention).toEqual([
      { kind: 'key_state', accountId: 'a', keyId: 'key-a', keyLabel: 'key', state: 'quarantined' },
      { kind: 'domains_expiring', days: 7, count: 1, countedBefore: 0, accountIds: ['a'], excludesAccounts: false },
      { kind: 'stale', accountId: 'a', syncedAt: null },
    ])
  })

  test('The next expiries are those of the selected account, whatever expires sooner in another account', async () => {
    const { queryOverview } = await openTwoAccounts()
    const names = async (accountIds: string[] | null) =>
      (await queryOverview(accountIds)).nextExpiries.map(({ name }) => name)
    expect(await names(['a'])).toEqual(['soon.example', 'calm.example', 'sva.example'])
    expect(await names(['b'])).toEqual([
      'b-soon.example',
      'b-later-1.example',
      'b-later-2.example',
      'svb2.example',
      'svb1.example',
    ])
    expect((await names(null)).slice(0, 2)).toEqual(['b-soon.example', 'soon.example'])
  })

  test('The overview of several accounts is the sum of their overviews', async () => {
    const { queryOverview } = await openTwoAccounts()
    expect(await queryOverview(['a', 'b'])).toEqual(await queryOverview(null))
  })
})

describe('Expiries in the overview', () => {
  test('The overview counts the same expiring domains as the domain list shows', async () => {
    const { names, queryOverview } = await openTwoAccounts()
    const { attention } = await queryOverview(null)
    const counted = attention.flatMap((each) =>
      each.kind === 'domains_expiring' ? [{ days: each.days, count: each.count }] : [],
    )
    expect(counted).toEqual([
      { days: 7, count: 2 },
      { days: 30, count: 4 },
    ])
    for (const { days, count } of counted)
      expect(await names({ statuses: ['active'], expiresWithinDays: days }, 'expiry')).toHaveLength(count)
  })

  test('The overview counts the same expiring servers as the server list shows', async () => {
    const { inventory, queryOverview } = await openTwoAccounts()
    const { attention } = await queryOverview(null)
    expect(attention).toContainEqual({
      kind: 'servers_expiring',
      days: 30,
      count: 1,
      countedBefore: 0,
      accountIds: ['b'],
      excludesAccounts: false,
    })
    const filter = serverFilterSchema.parse({ expiresWithinDays: 30 })
    const { rows } = inventory.servers({ filter, sort: 'expiry', isDescending: false, offset: 0, limit: 10 })
    expect(rows.map(({ name }) => name)).toEqual(['svb2.example'])
  })
})

describe('Expiry thresholds in the overview', () => {
  const expiring = async (store: TemporaryInventory, accountIds: string[] | null) =>
    (await store.queryOverview(accountIds)).attention.filter(({ kind }) => kind === 'domains_expiring')

  test('An expiry warning counts every account that is warned so early or earlier, and contains the warning before it', async () => {
    const store = await openTwoAccounts()
    store.database.run(`update account set folder = 'Shops' where id = 'b'`)
    saveFolderExpiryThresholds(store.database, 'Shops', [20, 3])
    const item = { kind: 'domains_expiring', excludesAccounts: false }
    expect(await expiring(store, null)).toEqual([
      { ...item, days: 3, count: 2, countedBefore: 0, accountIds: ['a', 'b'] },
      { ...item, days: 20, count: 4, countedBefore: 2, accountIds: ['a', 'b'] },
    ])
    expect(await expiring(store, ['b'])).toEqual([
      { ...item, days: 3, count: 1, countedBefore: 0, accountIds: ['b'] },
      { ...item, days: 20, count: 3, countedBefore: 1, accountIds: ['b'] },
    ])
    expect(await expiring(store, ['a'])).toEqual([{ ...item, days: 7, count: 1, countedBefore: 0, accountIds: ['a'] }])
  })

  test('Accounts that are only warned later are left out, and the item neither hides it nor refers to their domains', async () => {
    const store = await openTwoAccounts()
    store.database.run(`update account set folder = 'Shops' where id = 'a'`)
    saveFolderExpiryThresholds(store.database, 'Shops', [3])
    const item = { kind: 'domains_expiring' }
    expect(await expiring(store, null)).toEqual([
      { ...item, days: 3, count: 2, countedBefore: 0, accountIds: ['a', 'b'], excludesAccounts: false },
      { ...item, days: 30, count: 3, countedBefore: 0, accountIds: ['b'], excludesAccounts: true },
    ])
  })

  test('Each item counts the active domains up to its threshold in the accounts that it names', async () => {
    const store = openTemporaryInventory(['a', 'b', 'c'])
    for (const id of ['a', 'b']) store.database.run('update account set folder = ? where id = ?', id, id)
    const dates = ['2026-11-19', '2026-11-20', '2026-11-23', '2026-12-20', '2027-01-18', '2027-11-20', null]
    for (const account of ['a', 'b', 'c'])
      await store.inventory.storeListedDomains(
        account,
        dates.map((date, index) => domainListItem(`${account}${index}.example`, { expiry_date: date })),
        store.clock.now(),
        completeListSource,
      )
    const thresholds = fc
      .uniqueArray(fc.integer({ min: 1, max: 365 }), { minLength: 1, maxLength: 5 })
      .map((days) => days.toSorted((one, other) => other - one))
    await fc.assert(
      fc.asyncProperty(
        thresholds,
        thresholds,
        fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
        async (thresholdsOfA, thresholdsOfB, asked) => {
          saveFolderExpiryThresholds(store.database, 'a', thresholdsOfA)
          saveFolderExpiryThresholds(store.database, 'b', thresholdsOfB)
          let before: string[] = []
          for (const item of await expiring(store, asked)) {
            if (item.kind !== 'domains_expiring') continue
            const filter = { statuses: ['active'], expiresWithinDays: item.days }
            expect(await store.names({ ...filter, accountIds: item.accountIds })).toHaveLength(item.count)
            const shown = await store.names({ ...filter, accountIds: item.accountIds })
            const containsBefore = before.every((name) => shown.includes(name))
            expect(item.countedBefore).toBe(containsBefore ? before.length : 0)
            before = shown
            const ofAll = await store.names({ ...filter, accountIds: asked })
            expect(ofAll.length > item.count).toBe(item.excludesAccounts)
          }
        },
      ),
    )
  })
})

describe('Counts by status', () => {
  test.each<[Partial<DomainFilter>, Record<string, number>]>([
    [{}, { active: 5, expired: 1, transferring: 1 }],
    [{ text: 'soon' }, { active: 2 }],
    [{ text: '192.0.2.3' }, { active: 1 }],
    [{ text: 'b-', accountIds: ['b'] }, { active: 3 }],
    [{ expiresWithinDays: 30 }, { active: 4, expired: 1 }],
    [{ expiresWithinDays: 30, text: 'later' }, { active: 2 }],
    [{ expiresFrom: '2026-12-01', expiresTo: '2026-12-31' }, { active: 2 }],
    [{ expiresFrom: '2026-12-01' }, { active: 3 }],
    [{ hasNoExpiryDate: true }, { transferring: 1 }],
    [{ text: 'later', statuses: ['expired'] }, { active: 2 }],
  ])(
    'The counts by status are those of the domains that match %j, whichever status is chosen',
    async (filter, counts) => {
      const { inventory, names } = await openTwoAccounts()
      const whole = domainFilterSchema.parse(filter)
      const { byStatus } = await inventory.domainCounts(whole)
      expect(Object.fromEntries(byStatus.map(({ status, count }) => [status, count]))).toEqual(counts)
      for (const { status, count } of byStatus)
        expect(await names({ ...whole, statuses: [status] })).toHaveLength(count)
    },
  )

  test('The total is the number of domains of the accounts, whatever the filter matches', async () => {
    const { inventory } = await openTwoAccounts()
    expect((await inventory.domainCounts(domainFilterSchema.parse({ text: 'later' }))).total).toBe(7)
    expect((await inventory.domainCounts(domainFilterSchema.parse({ text: 'later', accountIds: ['a'] }))).total).toBe(2)
  })

  test.each<[Partial<ServerFilter>, Record<string, number>, number]>([
    [{}, { active: 2, suspended: 1 }, 3],
    [{ text: 'svb' }, { active: 1, suspended: 1 }, 3],
    [{ text: 'svb', accountIds: ['a'] }, {}, 1],
    [{ expiresWithinDays: 30, statuses: ['suspended'] }, { active: 1 }, 3],
    [{ expiresFrom: '2027-01-01' }, { active: 1, suspended: 1 }, 3],
    [{ expiresFrom: '2026-12-01', expiresTo: '2026-12-31' }, { active: 1 }, 3],
    [{ hasNoExpiryDate: true }, {}, 3],
  ])('The counts by status are those of the servers that match %j', async (filter, counts, total) => {
    const { inventory } = await openTwoAccounts()
    const found = inventory.serverCounts(serverFilterSchema.parse(filter))
    expect(Object.fromEntries(found.byStatus.map(({ status, count }) => [status, count]))).toEqual(counts)
    expect(found.total).toBe(total)
  })
})

describe('Consistency of one overview', () => {
  test('Attention items and counts by status agree while a sync writes', async () => {
    const { database, queryOverview } = await openTwoAccounts()
    const asked = queryOverview(null)
    database.run(`update domain set status = 'expired'`)
    const { attention, domainsByStatus } = await asked
    const expired = attention.find(({ kind }) => kind === 'domains_expired')
    expect(expired).toMatchObject({ count: domainsByStatus.find(({ status }) => status === 'expired')?.count })
  })

  test('Totals, counts by status, accounts and zones of one overview add up while a sync writes', async () => {
    const { database, queryOverview } = await openTwoAccounts()
    const asked = queryOverview(null)
    database.run(`delete from domain where account_id = 'b'`)
    database.run(`delete from server where account_id = 'b'`)
    database.run(`delete from account where id = 'b'`)
    const { totals, accounts, domainsByStatus, serversByStatus, nextExpiries } = await asked
    const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)
    expect(totals).toMatchObject({ accounts: 2, domains: 7, servers: 3, records: 3, zonesRead: 2 })
    expect(sumOf(domainsByStatus.map(({ count }) => count))).toBe(7)
    expect(sumOf(serversByStatus.map(({ count }) => count))).toBe(3)
    expect(accounts.map(({ id, domains, servers }) => [id, domains, servers])).toEqual([
      ['a', 2, 1],
      ['b', 5, 2],
    ])
    expect(nextExpiries.map(({ name }) => name)).toContain('b-soon.example')
  })
})
