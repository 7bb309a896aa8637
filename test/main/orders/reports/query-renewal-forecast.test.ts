import { afterEach, describe, expect, test } from 'vitest'
import { parseJapanTime } from '#shared/japan-time.ts'
import { systemClock } from '#main/clock.ts'
import { createIsServerIdTakenInStoredLists } from '#main/orders/availability-and-prices/is-server-id-taken-in-stored-lists.ts'
import { createPriceAndHostingPlanLists } from '#main/orders/availability-and-prices/fetch-and-store-price-and-plan-lists.ts'
import { queryRenewalForecast } from '#main/orders/reports/query-renewal-forecast.ts'
import { temporaryDatabase } from '#test/temporary-database.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

let rig: SimulatorRig
afterEach(() => rig?.close())

/** 1 December in Japan, which still is 30 November in Europe. */
const startedAt = Date.now()
const clock = { ...systemClock, now: () => (parseJapanTime('2026-12-01 01:00:00') as number) + Date.now() - startedAt }

async function open(): Promise<string[]> {
  rig = await startSimulatorRig({
    clock,
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token: 'first-key-of-the-first' }],
          domains: [
            { domain_name: 'a.com', expiry_date: '2026-12-31' },
            { domain_name: 'b.com', expiry_date: '2027-01-15' },
            { domain_name: 'c.net', expiry_date: '2027-01-16' },
            { domain_name: 'last.com', expiry_date: '2027-11-30' },
            { domain_name: 'later.com', expiry_date: '2027-12-01' },
            { domain_name: 'unpriced.example', expiry_date: '2027-01-20' },
            { domain_name: 'lapsed.com', status: 'expired', expiry_date: '2026-12-05' },
            { domain_name: 'moving.com', status: 'transferring' },
          ],
          servers: [
            { server_id: 'first01', expiry_date: '2027-01-31' },
            { server_id: 'first02', expiry_date: '2026-11-30' },
          ],
        },
        {
          name: 'second',
          keys: [{ token: 'first-key-of-the-second' }],
          domains: [{ domain_name: 'd.jp', expiry_date: '2027-01-01' }],
        },
      ],
    },
  })
  const ids = [
    (await rig.addAccount('First', ['first-key-of-the-first'])).id,
    (await rig.addAccount('Second', ['first-key-of-the-second'])).id,
  ]
  const ended = rig.event(
    'sync.changed',
    (all) => all.length === 2 && all.every(({ state }) => state !== 'lists' && state !== 'details'),
  )
  await rig.call('sync.start', {})
  await ended
  return ids
}

const forecast = (accountIds: string[] | null = null) => rig.call('orders.forecast', { accountIds })

describe('Forecast of renewals', () => {
  test('Renewals of twelve months are counted by month and account, and priced by the price list', async () => {
    const [first, second] = (await open()) as [string, string]
    for (const accountId of [first, second]) await rig.call('orders.prices', { accountId, refresh: true })
    const { months, readAt, pricedAt } = await forecast()
    const own = (accountId: string) => months.filter((row) => row.accountId === accountId)
    expect(own(first)).toEqual([
      { month: '2026-12', accountId: first, yen: 1_650, domains: 1, unpriced: 0, servers: 0 },
      { month: '2027-01', accountId: first, yen: 1_650 + 1_760, domains: 3, unpriced: 1, servers: 1 },
      { month: '2027-11', accountId: first, yen: 1_650, domains: 1, unpriced: 0, servers: 0 },
    ])
    expect(own(second)).toEqual([
      { month: '2027-01', accountId: second, yen: 3_124, domains: 1, unpriced: 0, servers: 0 },
    ])
    expect((await forecast([second])).months).toEqual(own(second))
    expect(readAt).toBeLessThanOrEqual(pricedAt ?? 0)
  })

  test('Accounts without a price list are counted, and a domain without a price is not free', async () => {
    const [first] = (await open()) as [string, string]
    await rig.call('orders.prices', { accountId: first, refresh: true })
    const { readAt: listReadAt } = await rig.call('orders.prices', { accountId: first })
    expect(await forecast()).toMatchObject({
      pricedAt: listReadAt,
      accountsUnpriced: 1,
      readAt: expect.any(Number),
      accountsUnread: 0,
    })
    expect((await forecast()).months.find(({ accountId }) => accountId !== first)).toMatchObject({
      yen: 0,
      domains: 1,
      unpriced: 1,
    })
    expect(await forecast([first])).toMatchObject({ pricedAt: listReadAt, accountsUnpriced: 0 })
  })

  test('A forecast without expiries has the age of the lists', async () => {
    const database = temporaryDatabase()
    database.run(
      `insert into account (id, label, colour, base_url, added_at) values ('a', 'A', 'blue', 'http://127.0.0.1', 0)`,
    )
    const take = () =>
      queryRenewalForecast(
        {
          database,
          priceLists: createPriceAndHostingPlanLists({
            api: { call: () => Promise.reject(new Error('not asked')) },
            database,
          }),
        },
        ['a'],
        clock.now(),
      )
    expect(await take()).toEqual({ months: [], readAt: null, accountsUnread: 1, pricedAt: null, accountsUnpriced: 0 })
    database.run(`insert into sync_run (account_id, state, started_at, lists_read_at) values ('a', 'done', 6, 7)`)
    expect(await take()).toEqual({ months: [], readAt: 7, accountsUnread: 0, pricedAt: null, accountsUnpriced: 0 })
    database.run(
      `insert into domain (account_id, name, status, expiry_date, read_at) values ('a', 'name.com', 'active', '2027-01-10', 5)`,
    )
    expect(await take()).toMatchObject({ readAt: 5 })
  })

  test('Gone domains and servers are left out, and the server ID of a gone server is free', async () => {
    const database = temporaryDatabase()
    database.run(
      `insert into account (id, label, colour, base_url, added_at) values ('a', 'A', 'blue', 'http://127.0.0.1/', 0)`,
    )
    database.run(
      `insert into domain (account_id, name, status, expiry_date, read_at, gone_since) values ('a', 'kept.com', 'active', '2027-01-10', 5, null), ('a', 'gone.com', 'active', '2027-01-10', 5, 6)`,
    )
    database.run(
      `insert into server (account_id, name, server_id, status, expiry_date, read_at, gone_since) values ('a', 's1', 'kept01', 'active', '2027-01-10', 5, null), ('a', 's2', 'gone01', 'active', '2027-01-10', 5, 6)`,
    )
    const { months } = await queryRenewalForecast(
      {
        database,
        priceLists: createPriceAndHostingPlanLists({
          api: { call: () => Promise.reject(new Error('not asked')) },
          database,
        }),
      },
      ['a'],
      clock.now(),
    )
    expect(months).toMatchObject([{ month: '2027-01', domains: 1, servers: 1 }])
    const isKnown = createIsServerIdTakenInStoredLists(database)
    expect([isKnown('http://127.0.0.1/', 'kept01'), isKnown('http://127.0.0.1/', 'gone01')]).toEqual([true, false])
  })

  test('Each of many domains is counted once', async () => {
    const database = temporaryDatabase()
    database.run(
      `insert into account (id, label, colour, base_url, added_at) values ('a', 'A', 'blue', 'http://127.0.0.1', 0)`,
    )
    database.run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 12345)
      insert into domain (account_id, name, status, expiry_date, read_at) select 'a', 'name' || i || '.com', 'active', '2027-0' || (1 + i % 3) || '-10', 5 from n`)
    const { months, readAt, accountsUnread } = await queryRenewalForecast(
      {
        database,
        priceLists: createPriceAndHostingPlanLists({
          api: { call: () => Promise.reject(new Error('not asked')) },
          database,
        }),
      },
      ['a'],
      clock.now(),
    )
    expect(months.map(({ month, domains, unpriced }) => [month, domains, unpriced])).toEqual([
      ['2027-01', 4115, 4115],
      ['2027-02', 4115, 4115],
      ['2027-03', 4115, 4115],
    ])
    expect([readAt, accountsUnread]).toEqual([5, 1])
  })
})
