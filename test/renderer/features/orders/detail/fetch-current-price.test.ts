import { expect, onTestFinished, test } from 'vitest'
import { fetchCurrentPrice } from '#renderer/features/orders/detail/fetch-current-price.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

const token = 'a-key-for-prices'

test('The price before an order is repeated is the one of the service now, and none while it cannot be read', async () => {
  const rig = await startSimulatorRig({
    world: {
      users: [{ name: 'first', keys: [{ token }], domains: [{ domain_name: 'one.com' }] }],
      tlds: [{ tld: 'com', register: 990, renew: 1_485, transfer: 1_650 }],
    },
  })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const { id: accountId } = await rig.addAccount('First', [token])
  const renewal = { kind: 'renew', accountId, name: 'one.com', years: 2 } as const
  expect(await fetchCurrentPrice(renewal)).toBe(2_970)
  const [com] = rig.simulator.world.file.tlds
  if (com) com.renew = 1_650
  expect(await fetchCurrentPrice(renewal)).toBe(3_300)
  expect(await fetchCurrentPrice({ kind: 'transfer', accountId, name: 'two.com' })).toBe(1_650)
  await rig.call('app.saveSettings', { isOffline: true })
  expect(await fetchCurrentPrice(renewal)).toBeNull()
})
