import { describe, expect, test } from 'vitest'
import { createRenewalRequestDelay } from '#test/delay-renewal-requests.ts'
import {
  expiry,
  rigApiKey,
  paidRequests,
  renewal,
  startOrders,
  buildOrdersWorld,
} from '#test/main/orders/orders-rig.ts'

describe('Replaced API keys', () => {
  test('A paid call that waits in the queue is sent with the new secret of a replaced key', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `waits-${index}.com`)
    const renewalRequestDelay = createRenewalRequestDelay()
    const rig = await startOrders(
      buildOrdersWorld({
        keys: [{ token: rigApiKey }, { token: 'the-new-secret' }],
        domains: names.map((domain_name) => ({ domain_name, expiry_date: expiry })),
      }),
      { onArrival: renewalRequestDelay.onArrival, timeLimitMs: 60_000 },
    )
    renewalRequestDelay.delayAfter(0, 'aoi')
    const ids = await rig.place(...names.map((name) => ({ item: { ...renewal, name } as typeof renewal })))
    await expect.poll(renewalRequestDelay.delayedCount).toBe(5)
    rig.accounts.addKey('a', { id: 'k', me: null }, 'the-new-secret')
    renewalRequestDelay.release()
    for (const id of ids) await rig.until(id, 'done')
    expect(paidRequests(rig.simulator).map(({ keyIndex }) => keyIndex)).toEqual([0, 0, 0, 0, 0, 1])
  })
})
