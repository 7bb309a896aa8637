import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AnnotationTarget } from '#shared/ipc/annotations.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'

const tokens = { one: 'a-key-for-customers', limited: 'a-limited-key-for-customers', two: 'another-key-for-customers' }
const tlds = [
  { tld: 'com', register: 990, renew: 1_650, transfer: 1_650 },
  { tld: 'jp', register: 2_900, renew: 3_300, transfer: null },
  { tld: 'net', register: 1_200, renew: null, transfer: null },
]
let rig: SimulatorRig
let one: string
let two: string

beforeEach(async () => {
  rig = await startSimulatorRig({
    world: {
      limits: { domain: permissiveRateLimits, server: permissiveRateLimits, account: permissiveRateLimits },
      tlds,
      users: [
        {
          name: 'first',
          keys: [
            { token: tokens.one },
            {
              token: tokens.limited,
              services: { domain: { target_mode: 'selected', targets: ['Later.com'] }, server: {} },
            },
          ],
          domains: [
            { domain_name: 'later.com', expiry_date: '2027-05-01' },
            { domain_name: 'soon.jp', expiry_date: '2026-12-01' },
            { domain_name: 'unlisted.net', expiry_date: '2027-01-01' },
            { domain_name: 'moving.com', status: 'transferring', expiry_date: '2027-02-01' },
            { domain_name: 'nobody.com' },
          ],
          servers: [{ server_id: 'web1' }],
        },
        {
          name: 'second',
          keys: [{ token: tokens.two }],
          domains: [{ domain_name: 'other.com', expiry_date: '2026-12-15' }],
        },
      ],
    },
  })
  one = (await rig.addAccount('First', [tokens.one])).id
  two = (await rig.addAccount('=Second', [tokens.two])).id
  await sync()
  const [server] = (await rig.call('inventory.servers', {})).rows
  const targets: AnnotationTarget[] = [
    ...['later.com', 'soon.jp', 'unlisted.net', 'moving.com'].map((name) => domain(one, name)),
    domain(two, 'other.com'),
    { kind: 'server', accountId: one, name: server?.name ?? '' },
  ]
  await rig.call('annotations.changeTagsAndCustomers', {
    changes: targets.map((target) => ({ target, customer: '青葉商店' })),
  })
})
afterEach(() => rig.close())

async function sync(): Promise<void> {
  const ended = rig.event('sync.changed', (all) =>
    all.every(({ state, endedAt }) => state === 'idle' && endedAt !== null),
  )
  await rig.call('sync.start', {})
  await ended
}

const domain = (accountId: string, name: string): AnnotationTarget => ({ kind: 'domain', accountId, name })
const readPrices = (accountId: string) => rig.call('orders.prices', { accountId, refresh: true })
const summary = () => rig.call('customers.summary', { name: '青葉商店' })
const items = async () => (await rig.call('customers.items', { name: '青葉商店' })).rows
const changeDatabase = (sql: string) => {
  const database = new DatabaseSync(join(rig.profile, 'banto.db'))
  database.exec(sql)
  database.close()
}

test('Before a price list was read, every active domain has no price, and the sum says so', async () => {
  expect(await summary()).toMatchObject({
    name: '青葉商店',
    domains: 5,
    servers: 1,
    gone: 0,
    yen: 0,
    priced: 0,
    unpriced: { pricesNotRead: 4, notListed: 0, unpayable: 0, notActive: 1 },
    pricedAt: null,
  })
  expect((await items()).find(({ name }) => name === 'soon.jp')?.renewal).toEqual({
    yen: null,
    readAt: null,
    unknown: 'pricesNotRead',
  })
})

test('The renewal prices of each account are those of its own list, and the sum counts what has none', async () => {
  const { readAt } = await readPrices(one)
  expect(await summary()).toMatchObject({
    yen: 1_650 + 3_300,
    priced: 2,
    unpriced: { pricesNotRead: 1, notListed: 1, unpayable: 0, notActive: 1 },
    pricedAt: readAt,
  })
  await readPrices(two)
  expect(await summary()).toMatchObject({ yen: 1_650 + 3_300 + 1_650, priced: 3, pricedAt: readAt })
  const rows = await items()
  expect(rows.find(({ name }) => name === 'other.com')?.renewal).toMatchObject({ yen: 1_650, unknown: null })
  expect(rows.find(({ name }) => name === 'unlisted.net')?.renewal).toEqual({ yen: null, readAt, unknown: 'notListed' })
  expect(rows.find(({ name }) => name === 'moving.com')?.renewal.unknown).toBe('notActive')
  expect(rows.find(({ kind }) => kind === 'server')?.renewal.unknown).toBe('server')
})

test('A domain that two accounts list is counted for each of them, and the summary counts such names', async () => {
  expect((await summary()).listedBySeveral).toBe(0)
  changeDatabase(
    `update domain set name = 'later.com' where name = 'other.com'; update annotation set name = 'later.com' where name = 'other.com'`,
  )
  expect(await summary()).toMatchObject({ domains: 5, listedBySeveral: 1 })
})

test('A price in another currency is not added to the yen', async () => {
  await readPrices(one)
  changeDatabase(
    `update offer set data = '[{"tld":"com","register":9,"renew":15,"transfer":15,"currency":"USD"},{"tld":"jp","register":1,"renew":3300,"transfer":null,"currency":"JPY"}]' where list = 'prices'`,
  )
  expect(await summary()).toMatchObject({ yen: 3_300, priced: 1, unpriced: { unpayable: 1, notListed: 1 } })
})

test('What expires next comes first, over all accounts and pages, and what is gone is only counted', async () => {
  changeDatabase(`update domain set gone_since = 5 where name = 'soon.jp'`)
  const names = ['other.com', 'unlisted.net', 'moving.com', 'later.com']
  expect((await items()).filter(({ kind }) => kind === 'domain').map(({ name }) => name)).toEqual(names)
  const pages = await Promise.all(
    [0, 2, 4].map((offset) => rig.call('customers.items', { name: '青葉商店', offset, limit: 2 })),
  )
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5])
  expect(pages.flatMap(({ rows }) => rows)).toEqual(await items())
  expect(await summary()).toMatchObject({ domains: 4, gone: 1 })
  expect(await rig.call('customers.list', {})).toMatchObject([
    { name: '青葉商店', domains: 4, servers: 1, gone: 1, nextExpiry: '2026-12-15' },
  ])
})

test('An entry of which nothing is stored counts as no longer listed once the list of its account was read', async () => {
  changeDatabase(`delete from domain where name = 'soon.jp'; delete from server`)
  expect(await rig.call('customers.list', {})).toMatchObject([{ domains: 4, servers: 0, gone: 2 }])
  const [server] = (await summary()).unstored.filter((name) => name !== 'soon.jp')
  expect(server).toMatch(/^web1/)
  expect(await summary()).toMatchObject({ domains: 4, servers: 0, gone: 2, unstored: ['soon.jp', server] })
  changeDatabase(`update sync_run set domains_read_at = null where account_id = '${one}'`)
  expect(await summary()).toMatchObject({ gone: 1, unstored: [server] })
  expect(await rig.call('customers.list', {})).toMatchObject([{ gone: 1 }])
})

test('An entry of which nothing is stored counts as not read as long as the list of its account was not read', async () => {
  expect(await summary()).toMatchObject({ notRead: 0, listsReadAt: expect.any(Number) })
  changeDatabase(
    `delete from domain where account_id = '${two}'; delete from server where account_id = '${one}';
     update sync_run set servers_read_at = null where account_id = '${one}'; delete from sync_run where account_id = '${two}'`,
  )
  expect(await summary()).toMatchObject({ domains: 4, servers: 0, gone: 0, notRead: 2, listsReadAt: null })
  expect(await rig.call('customers.list', {})).toMatchObject([{ domains: 4, servers: 0, gone: 0, notRead: 2 }])
  expect((await items()).map(({ name }) => name)).not.toContain('other.com')
})

test('An entry of an account that the database does not have is not called one whose list was not read', async () => {
  // The database was replaced by an empty one, and the account was added again. Its list has no such domain any more.
  changeDatabase(
    `delete from domain where name = 'soon.jp'; update annotation set account_id = 'former' where name = 'soon.jp'`,
  )
  const counts = { domains: 4, servers: 1, gone: 0, notRead: 0, ofUnknownAccount: 1 }
  expect(await summary()).toMatchObject({ ...counts, listsReadAt: expect.any(Number) })
  expect(await rig.call('customers.list', {})).toMatchObject([counts])
})

test('An entry of which nothing is stored counts as not read while no key may read the list of its account', async () => {
  // After a rebuild of the database, nothing is stored but what the user entered.
  changeDatabase(`delete from domain where account_id = '${two}'; update sync_run set domains_read_at = null`)
  const key = rig.simulator.world.user('second').keys[0]
  const grant = key?.services.domain
  if (!grant) throw new Error('the key has no grant')
  const denied = { ...grant, permission_type: 'custom' as const, permissions: { domain: 'none' as const } }
  key.services = { ...key.services, domain: denied }
  const { id: keyId = '' } = (await rig.call('accounts.list', null)).find(({ id }) => id === two)?.keys[0] ?? {}
  await rig.call('accounts.retestKey', { accountId: two, keyId })
  await sync()
  expect(await summary()).toMatchObject({ domains: 4, gone: 0, unstored: [], notRead: 1, listsReadAt: null })
  expect(await rig.call('customers.list', {})).toMatchObject([{ domains: 4, gone: 0 }])
})

test('An entry of which nothing is stored counts as not read while the usable keys of its account may not read it', async () => {
  const { id: into } = await rig.addAccount('Limited', [tokens.limited])
  await sync()
  const { id: keyId = '' } = (await rig.call('accounts.list', null)).find(({ id }) => id === one)?.keys[0] ?? {}
  const full = rig.simulator.world.user('first').keys.find(({ token }) => token === tokens.one)
  if (!full) throw new Error('the user has no such key')
  full.expiresAt = Date.now() - 1
  await rig.call('accounts.retestKey', { accountId: one, keyId }).catch(() => undefined)
  await rig.call('accounts.merge', { accountId: into, fromAccountId: one })
  await sync()
  const counts = { domains: 2, servers: 1, gone: 0, notRead: 3 }
  // The lists were read, as far as the keys may read them.
  expect(await summary()).toMatchObject({ ...counts, unstored: [], listsReadAt: expect.any(Number) as number })
  expect(await rig.call('customers.list', {})).toMatchObject([counts])
  // The limited key may read this name, and the list that it read lacks the name.
  changeDatabase(`delete from domain where name = 'later.com'`)
  expect(await summary()).toMatchObject({ domains: 1, gone: 1, unstored: ['later.com'], notRead: 3 })
})

test('The time of the lists is that of the oldest list with an item of the customer, not that of a detail read later', async () => {
  changeDatabase(
    `update sync_run set domains_read_at = 3000, servers_read_at = 2000 where account_id = '${one}';
     update sync_run set domains_read_at = 4000, servers_read_at = 1000 where account_id = '${two}';
     update domain set read_at = 9000; update server set read_at = 9000`,
  )
  expect((await summary()).listsReadAt).toBe(2000)
  changeDatabase(`update server set gone_since = 5`)
  expect((await summary()).listsReadAt).toBe(3000)
  changeDatabase(`update sync_run set domains_read_at = null where account_id = '${two}'`)
  expect((await summary()).listsReadAt).toBeNull()
})

test('A customer that nothing has is not found, and no request to the service names a customer', async () => {
  await expect(rig.call('customers.summary', { name: '青葉' })).rejects.toMatchObject({ kind: 'not_found' })
  expect(await rig.call('customers.items', { name: '青葉' })).toEqual({ rows: [], total: 0, offset: 0 })
  expect(decodeURIComponent(JSON.stringify(rig.simulator.ledger.requests))).not.toContain('青葉')
})

test('The search finds a customer by a part of its name, and an equal name comes first', async () => {
  await rig.call('annotations.changeTagsAndCustomers', {
    changes: [
      { target: domain(one, 'nobody.com'), customer: 'Aoba' },
      { target: domain(one, 'later.com'), customer: 'A New Aoba' },
    ],
  })
  const found = async (text: string) => (await rig.call('inventory.search', { text })).customers.map(({ name }) => name)
  expect(await found('ａｏｂａ')).toEqual(['Aoba', 'A New Aoba'])
  expect(await found('aoba new')).toEqual(['A New Aoba'])
  expect(await found('商店')).toEqual(['青葉商店'])
  expect(await found('192.0.2.1')).toEqual([])
})

test('The file of a customer has a row for each domain and server, with its price or why there is none, and no formula', async () => {
  await readPrices(one)
  const path = join(rig.profile, 'customer.csv')
  rig.chooseFile(path)
  const labels = { 'heading.name': 'Name', 'noPrice.pricesNotRead': 'Price not read', 'kind.server': 'Server' }
  const saved = await rig.call('listCsv.exportCustomer', { customer: '青葉商店', exportId: 'x', labels })
  expect(saved.rows).toBe(6)
  const text = readFileSync(saved.path ?? path, 'utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  const lines = text.trim().split('\r\n')
  expect(lines.find((line) => line.includes('soon.jp'))).toContain(',3300,')
  expect(lines.find((line) => line.includes('other.com'))).toMatch(/,'=Second,.*,Price not read$/)
  expect(lines.at(-1)).toBeDefined()
})
