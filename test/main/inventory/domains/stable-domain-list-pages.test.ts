import { expect, test } from 'vitest'
import { domainFilterSchema, type DomainFilter } from '#shared/ipc/inventory.ts'
import { completeListSource, domainListItem, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

const names = (count: number, prefix = 'd') =>
  Array.from({ length: count }, (_, index) => domainListItem(`${prefix}-${String(index).padStart(3, '0')}.example`))

async function openList() {
  const store = openTemporaryInventory()
  const storeList = (items: ReturnType<typeof names>, readAt: number) =>
    store.inventory.storeListedDomains('a', items, readAt, completeListSource)
  await storeList(names(30), 1)
  const page = (offset: number, listId: number | null, filter: Partial<DomainFilter> = {}, isDescending = false) =>
    store.inventory.domains({
      filter: domainFilterSchema.parse(filter),
      sort: 'name',
      isDescending,
      offset,
      limit: 10,
      listId,
    })
  return { ...store, storeList, page }
}

test('No row moves between the pages of a list while a sync adds domains and changes them', async () => {
  const { page, storeList } = await openList()
  const first = await page(0, null)
  await storeList([...names(10, 'a'), ...names(30).map((item) => ({ ...item, status: 'expired' }))], 2)
  const second = await page(10, first.listId)
  expect([...first.rows, ...second.rows].map(({ name }) => name)).toEqual(
    names(20).map(({ domain_name: name }) => name),
  )
  expect(second).toMatchObject({ total: 30, offset: 10, listId: first.listId })
  expect(second.rows[0]?.status).toBe('expired')
  expect(await page(0, null)).toMatchObject({ total: 40, rows: [{ name: 'a-000.example' }, ...Array(9).fill({})] })
})

test('A page of another query is of a list of that query, whatever list is named', async () => {
  const { page } = await openList()
  const { listId } = await page(0, null)
  expect(await page(0, listId, { text: 'd-007' })).toMatchObject({ total: 1, rows: [{ name: 'd-007.example' }] })
  expect((await page(0, listId, {}, true)).rows[0]?.name).toBe('d-029.example')
  expect((await page(0, listId)).listId).toBe(listId)
})

test('A list that is no longer kept is made anew', async () => {
  const { page } = await openList()
  const { listId } = await page(0, null)
  for (let other = 0; other < 20; other += 1) await page(0, null)
  const again = await page(20, listId)
  expect(again.listId).not.toBe(listId)
  expect(again.rows.map(({ name }) => name)).toEqual(
    names(30)
      .slice(20)
      .map(({ domain_name: name }) => name),
  )
})

test('A deleted domain is missing from the pages of a list that has it', async () => {
  const { page, database } = await openList()
  const { listId } = await page(0, null)
  database.run(`delete from search_entry where target = 'd-003.example'`)
  database.run(`delete from domain where name = 'd-003.example'`)
  expect((await page(0, listId)).rows.map(({ name }) => name)).toEqual(
    names(10).flatMap(({ domain_name: name }) => (name === 'd-003.example' ? [] : [name])),
  )
})

test('Letters find the next row of the list whose name begins with them, from a row on and then from the start', async () => {
  const { inventory } = await openList()
  await inventory.storeListedDomains(
    'a',
    [
      ...names(30),
      domainListItem('shop.example'),
      domainListItem('xn--wgv71a119e.example', { decoded_domain: '日本語.example' }),
    ],
    2,
    completeListSource,
  )
  const query = { filter: domainFilterSchema.parse({}), sort: 'name', isDescending: true, listId: null } as const
  const find = (prefix: string, from: number) => inventory.findDomainInList({ ...query, prefix, from })
  // xn--…, shop, d-029, …, d-000
  expect(await find('sh', 0)).toBe(1)
  expect(await find('d-', 0)).toBe(2)
  expect(await find('d-0', 10)).toBe(10)
  expect(await find('d-0', 32)).toBe(2)
  expect(await find('日', 3)).toBe(0)
  expect(await find('none', 0)).toBeNull()
})
