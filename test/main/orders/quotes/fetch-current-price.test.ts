import { expect, test } from 'vitest'
import {
  startQuoteRigWithAccount,
  createAcquisitionItem,
  createRenewalItem,
  createServerOrderItem,
} from './quote-rig.ts'

test('The price before an order is repeated is the one that the service states now, and an error while it cannot be read', async () => {
  const { rig, accountId, calls } = await startQuoteRigWithAccount()
  const price = async (item: Parameters<typeof rig.call<'orders.currentPrice'>>[1]) =>
    (await rig.call('orders.currentPrice', item)).yen
  const { rows } = await rig.call('orders.quote', {
    quoteId: 'all',
    items: [
      createRenewalItem(accountId, 'one.com', 2),
      createAcquisitionItem(accountId, 'new.com', 3),
      createServerOrderItem(accountId),
    ],
  })
  for (const { item, yen } of rows) {
    expect(yen).toBeGreaterThan(0)
    expect(await price(item)).toBe(yen)
  }
  const [com] = rig.simulator.world.file.tlds.filter(({ tld }) => tld === 'com')
  Object.assign(com ?? {}, { renew: 1_700, transfer: 1_800, register: 900 })
  rig.simulator.ledger.clear()
  expect(await price(createRenewalItem(accountId, 'one.com', 2))).toBe(3_400)
  expect(await price({ kind: 'transfer', accountId, name: 'away.com' })).toBe(1_800)
  expect(await price(createAcquisitionItem(accountId, 'new.com', 3))).toBe(2_700)
  expect(await price(createServerOrderItem(accountId, { planId: 'gone' }))).toBeNull()
  expect(calls()).toEqual([
    'GET /v1/domain/check',
    'GET /v1/domain/pricing',
    'GET /v1/domain/pricing',
    'GET /v1/server/plans',
  ])
  await rig.call('app.saveSettings', { isOffline: true })
  await expect(rig.call('orders.currentPrice', createRenewalItem(accountId, 'one.com'))).rejects.toMatchObject({
    kind: 'offline',
  })
})
