import { expect, onTestFinished, test } from 'vitest'
import type { EventName } from '#shared/ipc/all-commands-and-events.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

const world = {
  users: ['one', 'two'].map((name) => ({
    name,
    keys: [{ token: `a-key-of-${name}` }, { token: `another-key-of-${name}` }],
  })),
}
const changed: EventName[] = ['accounts.changed', 'annotations.changed', 'inventory.changed', 'logs.changed']

async function start() {
  const rig = await startSimulatorRig({ world })
  onTestFinished(() => rig.close())
  await rig.addAccount('one', ['a-key-of-one', 'another-key-of-one'])
  await rig.addAccount('two', ['a-key-of-two'])
  const accounts = await rig.call('accounts.list', null)
  return { rig, accounts, idOf: (label: string) => accounts.find((each) => each.label === label)?.id ?? '' }
}

test('The windows are told of the deleted data of a removed account', async () => {
  const { rig, idOf } = await start()
  rig.events.length = 0
  await rig.call('accounts.remove', { accountId: idOf('one') })
  await expect
    .poll(() => changed.filter((name) => !rig.events.some((event) => event.name === name)), { timeout: 5_000 })
    .toEqual([])
})

test('The windows are told of the deleted log of a removed key, and of no other deleted data', async () => {
  const { rig, accounts } = await start()
  const [key] = accounts.find(({ label }) => label === 'one')?.keys ?? []
  rig.events.length = 0
  await rig.call('accounts.removeKey', { accountId: key?.accountId ?? '', keyId: key?.id ?? '' })
  const names = rig.events.map(({ name }) => name)
  expect(names).toContain('logs.changed')
  expect(names).not.toContain('inventory.changed')
  expect(names).not.toContain('annotations.changed')
})
