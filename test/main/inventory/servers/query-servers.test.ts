import { expect, test } from 'vitest'
import { saveAnnotation } from '#main/annotations/query-and-save-annotation.ts'
import { serverFilterSchema, serverSortKeys } from '#shared/ipc/inventory.ts'
import { completeListSource, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

test('A list of servers is sorted by every column, rows without a value last in both directions', async () => {
  const { inventory, database } = openTemporaryInventory(['a'])
  const listed = (servername: string, fields: object) => ({
    server_id: servername,
    servername,
    plan_id: 'p',
    plan_name: 'Plan',
    status: 'active',
    expiry_date: '2027-01-01',
    memo: '',
    ...fields,
  })
  const plain = { plan_id: null, plan_name: null, expiry_date: null }
  await inventory.storeListedServers(
    'a',
    [listed('one', { memo: 'Beta' }), listed('two', { memo: 'alpha' }), listed('plain', plain)] as never,
    1,
    completeListSource,
  )
  for (const [name, customer, tag, autoRenew] of [
    ['one', 'beta', 'Zulu', 1],
    ['two', 'Alpha', 'yankee', 0],
  ] as const) {
    saveAnnotation(database, { kind: 'server', accountId: 'a', name }, { tags: [tag], customer, note: '' })
    database.run('update server set auto_renew = ? where name = ?', autoRenew, name)
  }
  const names = (sort: (typeof serverSortKeys)[number], isDescending: boolean) =>
    inventory.allServers({ filter: serverFilterSchema.parse({}), sort, isDescending }).map(({ name }) => name)
  for (const sort of ['customer', 'tags', 'autoRenew', 'memo'] as const) {
    expect(names(sort, false), sort).toEqual(['two', 'one', 'plain'])
    expect(names(sort, true), sort).toEqual(['one', 'two', 'plain'])
  }
  for (const sort of ['expiry', 'plan'] as const) {
    expect(names(sort, false), sort).toEqual(['one', 'two', 'plain'])
    expect(names(sort, true), sort).toEqual(['two', 'one', 'plain'])
  }
  for (const sort of serverSortKeys) expect(names(sort, false).toSorted()).toEqual(['one', 'plain', 'two'])
})
