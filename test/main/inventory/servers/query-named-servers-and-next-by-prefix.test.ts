import { expect, test } from 'vitest'
import { serverFilterSchema, type ServerFilter } from '#shared/ipc/inventory.ts'
import { completeListSource, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

const server = (servername: string, status = 'active') => ({
  servername,
  server_id: servername,
  status,
  memo: '',
  expiry_date: null,
})

test('Named servers are returned if they are stored, each with whether the filter matches it', async () => {
  const { inventory } = openTemporaryInventory(['a', 'b'])
  await inventory.storeListedServers(
    'a',
    [server('one'), server('two', 'suspended'), server('three'), server('left')],
    1,
    completeListSource,
  )
  await inventory.storeListedServers(
    'a',
    ['one', 'two', 'three'].map((name) => server(name)),
    2,
    completeListSource,
  )
  await inventory.storeListedServers('b', [server('one', 'suspended')], 2, completeListSource)
  const named = ['b one', 'a unknown', 'a left', 'a one'].map((each) => {
    const [accountId = '', name = ''] = each.split(' ')
    return { accountId, name }
  })
  const matches = (filter: Partial<ServerFilter>) =>
    inventory
      .namedServers(named, serverFilterSchema.parse(filter))
      .map(({ row, matchesFilter }) => [`${row.accountId} ${row.name}`, matchesFilter])
  expect(matches({})).toEqual([
    ['b one', true],
    ['a left', false],
    ['a one', true],
  ])
  const areMatched = (filter: Partial<ServerFilter>) => matches(filter).map(([, isMatched]) => isMatched)
  expect(areMatched({ statuses: ['suspended'] })).toEqual([true, false, false])
  expect(areMatched({ statuses: ['gone'] })).toEqual([false, true, false])
  expect(areMatched({ accountIds: ['a'] })).toEqual([false, false, true])
})

test('The next server whose name begins with a text is found in the order of the list, and after its end from the start', async () => {
  const { inventory } = openTemporaryInventory()
  const names = ['sv1', 'sv2', 'web1'].map((name) => server(name))
  await inventory.storeListedServers('a', names, 1, completeListSource)
  const find = (prefix: string, from: number, isDescending = false) =>
    inventory.findServerInList({ filter: serverFilterSchema.parse({}), sort: 'name', isDescending, prefix, from })
  expect([find('sv', 0), find('sv', 1), find('sv', 2), find('web', 0), find('x', 0)]).toEqual([0, 1, 0, 2, null])
  expect(find('sv', 0, true)).toBe(1)
})
