import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const names = ['one.example', 'two.example', 'three.example']
let rig: SimulatorRig

beforeEach(async () => {
  rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token: 'a-key-for-customers' }],
          domains: names.map((domain_name) => ({ domain_name })),
          servers: [{ server_id: 'web1' }],
        },
      ],
    },
  })
  await rig.addAccount('First', ['a-key-for-customers'])
  const ended = rig.event('sync.changed', (accounts) =>
    accounts.every(({ state, endedAt }) => state === 'idle' && endedAt !== null),
  )
  await rig.call('sync.start', {})
  await ended
})
afterEach(() => rig.close())

async function setCustomer(kind: 'domain' | 'server', name: string, customer: string): Promise<void> {
  const { rows } = await rig.call(kind === 'domain' ? 'inventory.domains' : 'inventory.servers', {})
  const row = rows.find((each) => each.name.startsWith(name))
  if (!row) throw new Error(`${name} is not stored`)
  const target = { kind, accountId: row.accountId, name: row.name }
  await rig.call('annotations.changeTagsAndCustomers', { changes: [{ target, add: ['VIP'], customer }] })
}

const inUse = async () =>
  (await rig.call('customers.list', {})).map(({ name, domains, servers }) => [name, domains, servers])
const found = async (text: string) =>
  (await rig.call('inventory.domains', { filter: { text } })).rows.map(({ name }) => name)

test('A renamed customer has its new name for every domain and server and in the search, until the undo', async () => {
  await setCustomer('domain', 'one', 'Aoba')
  await setCustomer('server', 'web1', 'Aoba')
  await setCustomer('domain', 'two', 'Kaede')
  const changed = rig.event('annotations.changed', () => true)
  const { renameId } = await rig.call('customers.rename', { name: 'AOBA', newName: '青葉商店' })
  await changed
  expect(await inUse()).toEqual(
    expect.arrayContaining([
      ['青葉商店', 1, 1],
      ['Kaede', 1, 0],
    ]),
  )
  expect([await found('青葉商店'), await found('aoba')]).toEqual([['one.example'], []])
  expect((await rig.call('inventory.domains', { filter: { text: 'one' } })).rows[0]).toMatchObject({
    customer: '青葉商店',
    tags: ['VIP'],
  })
  expect(await rig.call('customers.undoRename', { renameId })).toEqual({ name: 'Aoba' })
  expect(await inUse()).toEqual([
    ['Aoba', 1, 1],
    ['Kaede', 1, 0],
  ])
  await expect(rig.call('customers.undoRename', { renameId })).rejects.toMatchObject({ kind: 'not_found' })
})

test('Two customers become one only if that was allowed, and the undo parts them again', async () => {
  await setCustomer('domain', 'one', 'Aoba')
  await setCustomer('domain', 'two', 'Kaede')
  await setCustomer('server', 'web1', 'Kaede')
  const input = { name: 'Aoba', newName: 'kaede' }
  await expect(rig.call('customers.rename', input)).rejects.toMatchObject({ kind: 'conflict' })
  expect(await inUse()).toHaveLength(2)
  const { renameId, name } = await rig.call('customers.rename', { ...input, mayMerge: true })
  expect([name, await inUse()]).toEqual(['Kaede', [['Kaede', 2, 1]]])
  // A domain that got another customer since keeps it.
  await setCustomer('domain', 'three', 'Kaede')
  await rig.call('customers.undoRename', { renameId })
  expect(await inUse()).toEqual([
    ['Aoba', 1, 0],
    ['Kaede', 2, 1],
  ])
})

test('A customer gets another spelling of its name, and a customer that nothing has is not renamed', async () => {
  await setCustomer('domain', 'one', 'aoba ltd')
  const { renameId } = await rig.call('customers.rename', { name: 'aoba ltd', newName: 'Aoba Ltd' })
  expect(await inUse()).toEqual([['Aoba Ltd', 1, 0]])
  await rig.call('customers.undoRename', { renameId })
  expect(await inUse()).toEqual([['aoba ltd', 1, 0]])
  await expect(rig.call('customers.rename', { name: 'Nobody', newName: 'X' })).rejects.toMatchObject({
    kind: 'not_found',
  })
  expect(await rig.answer('customers.rename', { name: 'aoba ltd', newName: '' })).toMatchObject({ ok: false })
})
