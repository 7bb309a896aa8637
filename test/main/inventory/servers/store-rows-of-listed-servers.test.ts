import { expect, test } from 'vitest'
import { serverFilterSchema } from '#shared/ipc/inventory.ts'
import { completeListSource, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

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
  await inventory.storeListedServers('a', ['s1', 's2', 's3', 's4'].map(server), 1, completeListSource)
  inventory.saveDetail('a', 'server', 's1', 'info', { ip_address: '192.0.2.1' }, 1)
  await inventory.storeListedServers('a', [server('s2')], 2, null)
  expect(names()).toEqual(['s1', 's2', 's3', 's4'])
  await inventory.storeListedServers('a', ['s2', 's3', 's4'].map(server), 3, completeListSource)
  expect([names(), names(['gone'])]).toEqual([['s2', 's3', 's4'], ['s1']])
  expect(inventory.server('a', 's1')).toMatchObject({
    row: { goneSince: 3 },
    info: { data: { ip_address: '192.0.2.1' } },
  })
  await inventory.storeListedServers('a', ['s1', 's2', 's3', 's4'].map(server), 4, completeListSource)
  expect(names()).toEqual(['s1', 's2', 's3', 's4'])
})

test('A partial list of servers does not replace what was read later', async () => {
  const { inventory } = openTemporaryInventory()
  const server = (status: string) => ({ servername: 's1', server_id: 's1', status, memo: '', expiry_date: null })
  const row = () => inventory.server('a', 's1').row
  await inventory.storeListedServers('a', [server('active')], 20, completeListSource)
  await inventory.storeListedServers('a', [server('setup_pending')], 10, null)
  expect(row()).toMatchObject({ status: 'active', readAt: 20 })
  await inventory.storeListedServers('a', [server('suspended')], 30, null)
  expect(row()).toMatchObject({ status: 'suspended', readAt: 30 })
})

test('A list that was asked for before a later reading of the memo does not replace the memo', async () => {
  const { inventory, clock } = openTemporaryInventory()
  const server = (memo: string) => ({ servername: 's1', server_id: 's1', status: 'active', memo, expiry_date: null })
  const memo = () => inventory.server('a', 's1').row.memo
  const source = (requestedAt: number) => ({ ...completeListSource, requestedAt })
  const start = clock.now()
  await inventory.storeListedServers('a', [server('old')], start, source(start - 10))
  await clock.advance(100)
  inventory.storeServerMemo('a', 's1', 'new', clock.now())
  await clock.advance(100)
  await inventory.storeListedServers('a', [server('old')], clock.now(), source(start + 50))
  expect(memo()).toBe('new')
  await clock.advance(100)
  // A list that was requested after the memo was read shows what the service has now.
  await inventory.storeListedServers('a', [server('newest')], clock.now(), source(start + 250))
  expect(memo()).toBe('newest')
})

test('The memo of a server has the time when it was last read, apart from the list or with it', async () => {
  const { inventory, clock } = openTemporaryInventory()
  const server = { servername: 's1', server_id: 's1', status: 'active', memo: 'old', expiry_date: null }
  const listedAt = clock.now()
  await inventory.storeListedServers('a', [server], listedAt, completeListSource)
  expect(inventory.server('a', 's1').row).toMatchObject({ readAt: listedAt, memoReadAt: listedAt })
  inventory.storeServerMemo('a', 's1', 'new', listedAt + 100)
  expect(inventory.server('a', 's1').row).toMatchObject({ readAt: listedAt, memoReadAt: listedAt + 100 })
  await inventory.storeListedServers('a', [server], listedAt + 200, completeListSource)
  expect(inventory.server('a', 's1').row).toMatchObject({ memoReadAt: listedAt + 200 })
})
