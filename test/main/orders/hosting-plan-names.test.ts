import { expect, onTestFinished, test } from 'vitest'
import { startSimulatorRig } from '#test/main-process-rig.ts'

test('The name of a plan is known from the list of servers, and from the price list', async () => {
  const rig = await startSimulatorRig({
    world: {
      users: [
        { name: 'one', keys: [{ token: 'first-key-of-one' }], servers: [{ server_id: 'web01' }] },
        { name: 'two', keys: [{ token: 'first-key-of-two' }] },
      ],
    },
  })
  onTestFinished(() => rig.close())
  const one = await rig.addAccount('One', ['first-key-of-one'])
  const two = await rig.addAccount('Two', ['first-key-of-two'])
  expect(await rig.call('orders.planNames', null)).toEqual([])
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
  const ofServers = await rig.call('orders.planNames', null)
  expect(ofServers).toEqual([{ accountId: one.id, planId: 'standard', name: 'Standard' }])
  await rig.call('orders.plans', { accountId: two.id, refresh: true })
  const all = await rig.call('orders.planNames', null)
  expect(all).toContainEqual({ accountId: two.id, planId: 'premium', name: 'Premium' })
})
