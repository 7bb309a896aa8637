import { endpoints } from '#shared/api/endpoints.ts'
import { domainFilterSchema } from '#shared/ipc/inventory.ts'
import { expect, test } from 'vitest'
import { completeListSource, domainListItem, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

test('Expiring domains are returned soonest first, past dates included, in the same order as the page sorted by expiry', async () => {
  const store = openTemporaryInventory(['a', 'b'])
  const late = domainListItem('c.example', { expiry_date: '2027-02-01' })
  await store.inventory.storeListedDomains(
    'a',
    [
      domainListItem('b.example', { expiry_date: '2026-12-01' }),
      late,
      domainListItem('never.example', { expiry_date: null }),
    ],
    1,
    completeListSource,
  )
  await store.inventory.storeListedDomains(
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
  const filter = domainFilterSchema.parse({ expiresWithinDays: 100 })
  expect(await store.inventory.expiring({ accountIds: null, days: 100, limit: 9 })).toEqual(
    (await store.inventory.domains({ filter, sort: 'expiry', isDescending: false, offset: 0, limit: 9 })).rows,
  )
})

test('Expiring domains are selected at one moment, and a domain that is gone before its row is read is left out', async () => {
  const store = openTemporaryInventory(['a', 'b'])
  const many = Array.from({ length: 600 }, (_, index) =>
    domainListItem(`d${String(index).padStart(3, '0')}.example`, { expiry_date: '2026-12-01' }),
  )
  await store.inventory.storeListedDomains('a', many, 1, completeListSource)
  const expiring = store.inventory.expiring({ accountIds: null, days: 30, limit: 500 })
  store.database.run(`delete from domain where name = 'd499.example'`)
  store.database.run(`update domain set expiry_date = '2027-12-01' where name = 'd498.example'`)
  const rows = await expiring
  expect(rows.map(({ name }) => name)).toEqual(many.slice(0, 499).map(({ domain_name }) => domain_name))
  expect(rows.at(-1)?.expiryDate).toBe('2027-12-01')
})

test('A domain whose expiry date has another form or a time is found like the others', async () => {
  const { inventory } = openTemporaryInventory(['a'])
  const { domains } = endpoints['domain.list'].output.parse({
    domains: ['2026/12/1', '2026-12-02 00:00:00', '2026-12-03', '2027/12/1', ''].map((expiry_date, index) =>
      domainListItem(`d${index}.example`, { expiry_date }),
    ),
  })
  await inventory.storeListedDomains('a', domains, 1, completeListSource)
  const expiring = await inventory.expiring({ accountIds: null, days: 100, limit: 9 })
  expect(expiring.map(({ name, expiryDate }) => [name, expiryDate])).toEqual([
    ['d0.example', '2026-12-01'],
    ['d1.example', '2026-12-02'],
    ['d2.example', '2026-12-03'],
  ])
})
