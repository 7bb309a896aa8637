import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DomainSort } from '#main/inventory/domains/query-domains.ts'
import { saveAnnotation } from '#main/annotations/query-and-save-annotation.ts'
import { domainFilterSchema, domainSortKeys, type DomainFilter } from '#shared/ipc/inventory.ts'
import {
  completeListSource,
  domainListItem,
  openTemporaryInventory,
  dnsRecord,
} from '#test/main/inventory/temporary-inventory.ts'

test('Gone domains can be filtered alone or together with statuses, with a text, in every order', async () => {
  const store = openTemporaryInventory()
  const many = Array.from({ length: 2500 }, (_, index) =>
    domainListItem(`common-${String(index).padStart(4, '0')}.example`),
  )
  await store.inventory.storeListedDomains(
    'a',
    [...many, domainListItem('common-gone.example'), domainListItem('lapsed.example', { status: 'expired' })],
    1,
    completeListSource,
  )
  await store.inventory.storeListedDomains(
    'a',
    [...many, domainListItem('lapsed.example', { status: 'expired' })],
    2,
    completeListSource,
  )
  for (const sort of domainSortKeys) {
    expect(await store.names({ statuses: ['gone'] }, sort)).toEqual(['common-gone.example'])
    expect((await store.names({ statuses: ['expired', 'gone'] }, sort)).toSorted()).toEqual([
      'common-gone.example',
      'lapsed.example',
    ])
  }
  const total = async (filter: Partial<DomainFilter>) => {
    const parsed = domainFilterSchema.parse(filter)
    return (await store.inventory.domains({ filter: parsed, sort: 'name', isDescending: false, offset: 0, limit: 1 }))
      .total
  }
  expect([
    await total({}),
    await total({ text: 'common' }),
    await total({ text: 'common', statuses: ['active'] }),
    await total({ text: 'common', statuses: ['gone'] }),
    await total({ text: 'common-gone' }),
  ]).toEqual([2501, 2500, 2500, 1, 0])
})

test('Days are counted in Japan, where a day begins nine hours earlier than in UTC', async () => {
  const store = openTemporaryInventory()
  // 2026-11-20 16:00 UTC is 01:00 on the 21st in Japan.
  store.clock.jumpWall(Date.UTC(2026, 10, 20, 16) - store.clock.now())
  await store.inventory.storeListedDomains(
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
  expect(await store.names({ expiresWithinDays: 0 })).toEqual(['a.example', 'd.example'])
  expect(await store.names({ expiresWithinDays: 1 })).toEqual(['a.example', 'b.example', 'd.example'])
  expect(await store.names({}, 'expiry')).toEqual(['d.example', 'a.example', 'b.example', 'c.example'])
})

test('Names, decoded names, Punycode and records are found in any spelling', async () => {
  const store = openTemporaryInventory()
  await store.inventory.storeListedDomains(
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
  expect(await store.names({ text: '例え' })).toEqual(['xn--r8jz45g.example'])
  expect(await store.names({ text: '例え.example' })).toEqual(['xn--r8jz45g.example'])
  expect(await store.names({ text: 'xn--' })).toEqual(['xn--r8jz45g.example'])
  expect(await store.names({ text: 'cl' })).toEqual(['client.example'])
  expect(await store.names({ text: 'ＣＬＩＥＮＴ' })).toEqual(['client.example'])
  expect(await store.names({ text: '203.0.113.77' })).toEqual(['client.example'])
  expect(await store.names({ text: 'shop.client' })).toEqual(['client.example'])
  expect(await store.names({ text: '東京都' })).toEqual(['client.example'])
  expect(await store.names({ text: 'example client' })).toEqual(['client.example'])
  expect(await store.names({ text: 'client missing' })).toEqual([])
  expect(await store.names({ text: '"' })).toEqual([])
  expect(await store.names({ text: '%%%' })).toEqual([])
})

test('Few matches and thousands of matches are found in the same order', async () => {
  const store = openTemporaryInventory(['a', 'b'])
  const many = Array.from({ length: 2600 }, (_, index) =>
    domainListItem(`shop-${String(index).padStart(4, '0')}.example`, {
      status: index % 10 === 0 ? 'expired' : 'active',
    }),
  )
  await store.inventory.storeListedDomains('a', many, 1, completeListSource)
  await store.inventory.storeListedDomains(
    'b',
    [domainListItem('zz-shop.example', { status: 'expired' })],
    1,
    completeListSource,
  )
  const page = (filter: object) =>
    store.inventory.domains({
      filter: domainFilterSchema.parse({ text: 'shop', ...filter }),
      sort: 'name',
      isDescending: true,
      offset: 0,
      limit: 2,
    })
  expect(await page({})).toMatchObject({
    total: 2601,
    rows: [{ name: 'zz-shop.example' }, { name: 'shop-2599.example' }],
  })
  expect(await page({ statuses: ['expired'] })).toMatchObject({
    total: 261,
    rows: [{ name: 'zz-shop.example' }, { name: 'shop-2590.example' }],
  })
  expect(await page({ accountIds: ['b'] })).toMatchObject({ total: 1 })
  expect(await page({ text: 'shop-259' })).toMatchObject({
    total: 10,
    rows: [{ name: 'shop-2599.example' }, { name: 'shop-2598.example' }],
  })
})

test('Pages of every order contain the same rows as sorting everything, rows without a value last in both directions', async () => {
  const name = fc.stringMatching(/^[a-c]{1,3}$/)
  const domain = fc.record({
    account: fc.constantFrom('a', 'b', 'c'),
    name,
    status: fc.constantFrom('active', 'expired', 'transferring'),
    expiry: fc.constantFrom(null, '2026-12-01', '2027-01-01'),
    isGone: fc.boolean(),
    tags: fc.subarray(['blue', 'Red', 'xx']),
    customer: fc.constantFrom('', 'Acme', 'beta'),
    note: fc.constantFrom('', 'first', 'second'),
    isOn: fc.constantFrom(null, false, true),
    records: fc.constantFrom(null, 9, 10),
    nameservers: fc.subarray(['ns1.example', 'ns2.example']),
  })
  const query = fc.record({
    accountIds: fc.option(fc.subarray(['a', 'b', 'c'])),
    statuses: fc.option(fc.subarray(['active', 'expired', 'transferring', 'gone'])),
    expiresWithinDays: fc.option(fc.constantFrom(0, 20, 100), { freq: 1 }),
    expiresFrom: fc.option(fc.constantFrom('2026-12-01', '2026-12-02'), { freq: 1 }),
    expiresTo: fc.option(fc.constantFrom('2026-12-31', '2027-01-01'), { freq: 1 }),
    hasNoExpiryDate: fc.constantFrom(false, false, false, true),
    tags: fc.option(fc.constantFrom<string[]>(['red'], ['RED', 'blue']), { freq: 1 }),
    text: fc.constantFrom('', 'a', 'ab', 'abc', 'example', 'red', 'bl a'),
    sort: fc.constantFrom(...domainSortKeys),
    isDescending: fc.boolean(),
    offset: fc.nat(6),
    limit: fc.integer({ min: 1, max: 5 }),
  })
  /** What each column is sorted by; null: nothing is shown in it. */
  const columnsOf = (each: typeof domain extends fc.Arbitrary<infer Value> ? Value : never) => ({
    expiry: each.expiry,
    status: each.status,
    account: each.account,
    readAt: each.account === 'b' ? 1 : 0,
    customer: each.customer.toLowerCase() || null,
    tags: each.tags.join(', ').toLowerCase() || null,
    note: each.note || null,
    autoRenew: each.isOn,
    lock: each.isOn,
    privacy: each.isOn,
    records: each.records,
    tld: 'example',
    nameservers: each.nameservers.join(', ') || null,
  })
  const store = openTemporaryInventory(['a', 'b', 'c'])
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(domain, { selector: (each) => `${each.account} ${each.name}` }),
      query,
      async (domains, { sort, isDescending, offset, limit, ...filter }) => {
        for (const table of ['domain', 'search_entry', 'annotation']) store.database.run(`delete from ${table}`)
        for (const [index, account] of ['a', 'b', 'c'].entries()) {
          const items = domains
            .filter((each) => each.account === account)
            .map((each) => domainListItem(`${each.name}.example`, { status: each.status, expiry_date: each.expiry }))
          await store.inventory.storeListedDomains(account, items, index % 2, completeListSource)
        }
        for (const each of domains)
          if (each.isGone)
            store.database.run(
              'update domain set gone_since = 9 where account_id = ? and name = ?',
              each.account,
              `${each.name}.example`,
            )
        for (const { account, name, tags, customer, note, isOn, records, nameservers } of domains) {
          saveAnnotation(
            store.database,
            { kind: 'domain', accountId: account, name: `${name}.example` },
            { tags, customer, note },
          )
          store.database.run(
            `update domain set auto_renew = ?1, is_locked = ?1, has_whois_privacy = ?1, records = ?2 where account_id = ?3 and name = ?4`,
            isOn === null ? null : Number(isOn),
            records,
            account,
            `${name}.example`,
          )
          store.inventory.saveDetail(account, 'domain', `${name}.example`, 'nameservers', { nameservers }, 9)
        }
        const today = { 0: '2026-11-20', 20: '2026-12-10', 100: '2027-02-28' } as Record<number, string>
        const rows = domains
          .map((each) => ({
            accountId: each.account,
            name: `${each.name}.example`,
            status: each.status,
            expiry: each.expiry ?? '9999',
            readAt: each.account === 'b' ? 1 : 0,
            isGone: each.isGone,
            tags: each.tags.map((tag) => tag.toLowerCase()),
            columns: columnsOf(each),
          }))
          .filter(
            (row) =>
              (filter.accountIds?.includes(row.accountId) ?? true) &&
              (filter.statuses?.includes(row.isGone ? 'gone' : row.status) ?? !row.isGone),
          )
          .filter(
            (row) => filter.expiresWithinDays === null || row.expiry <= (today[filter.expiresWithinDays] as string),
          )
          .filter((row) => filter.expiresFrom === null || (row.expiry >= filter.expiresFrom && row.expiry !== '9999'))
          .filter((row) => filter.expiresTo === null || row.expiry <= filter.expiresTo)
          .filter((row) => !filter.hasNoExpiryDate || row.expiry === '9999')
          .filter((row) => (filter.tags ?? []).every((tag) => row.tags.includes(tag.toLowerCase())))
          .filter((row) => filter.text.split(' ').every((word) => [row.name, ...row.tags].join('\n').includes(word)))
        rows.sort((one, other) => {
          const [left, right] = sort === 'name' ? [null, null] : [one.columns[sort], other.columns[sort]]
          if ((left === null) !== (right === null)) return left === null ? 1 : -1
          const names = one.name === other.name ? one.accountId < other.accountId : one.name < other.name
          const isLess = left === null || right === null || left === right ? names : left < right
          return isLess === isDescending ? 1 : -1
        })
        const page = await store.inventory.domains({
          filter: domainFilterSchema.parse(filter),
          sort,
          isDescending,
          offset,
          limit,
        })
        expect(page.total).toBe(rows.length)
        expect(page.rows.map((row) => `${row.accountId} ${row.name}`)).toEqual(
          rows.slice(offset, offset + limit).map((row) => `${row.accountId} ${row.name}`),
        )
      },
    ),
    { numRuns: 300 },
  )
})

test('A list is sorted by several columns, each in its own direction, and pages of it are in that order', async () => {
  const { inventory, database } = openTemporaryInventory(['a', 'b'])
  database.run(`update account set label = 'Zebra' where id = 'a'`)
  const store = (accountId: string, items: ReturnType<typeof domainListItem>[]) =>
    inventory.storeListedDomains(accountId, items, 1, completeListSource)
  await store('a', [
    domainListItem('a-late.example', { expiry_date: '2028-01-01' }),
    domainListItem('a-one.example'),
    domainListItem('a-two.example'),
    domainListItem('a-none.example', { expiry_date: null, status: 'pending_create' }),
  ])
  await store('b', [
    domainListItem('b-expired.example', { status: 'expired', expiry_date: '2026-01-01' }),
    domainListItem('b-one.example'),
  ])
  const names = async (
    sort: DomainSort,
    isDescending: boolean,
    ...thenBy: { key: DomainSort; isDescending: boolean }[]
  ) => {
    const query = { filter: domainFilterSchema.parse({}), sort, isDescending, thenBy, limit: 3 }
    const pages = [await inventory.domains({ ...query, offset: 0 }), await inventory.domains({ ...query, offset: 3 })]
    return pages.flatMap(({ rows }) => rows.map(({ name }) => name.replace('.example', '')))
  }
  expect(await names('account', false, { key: 'expiry', isDescending: true })).toEqual([
    'b-one',
    'b-expired',
    'a-late',
    'a-one',
    'a-two',
    'a-none',
  ])
  expect(
    await names('status', true, { key: 'expiry', isDescending: false }, { key: 'name', isDescending: true }),
  ).toEqual(['a-none', 'b-expired', 'b-one', 'a-two', 'a-one', 'a-late'])
  expect(
    await names('readAt', false, { key: 'account', isDescending: false }, { key: 'status', isDescending: false }),
  ).toEqual(['b-one', 'b-expired', 'a-late', 'a-one', 'a-two', 'a-none'])
  expect((await names('name', true, { key: 'status', isDescending: false }))[0]).toBe('b-one')
})
