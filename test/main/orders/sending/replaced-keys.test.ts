import { describe, expect, test } from 'vitest'
import { systemClock } from '#main/clock.ts'
import { expiry, rigApiKey, paidRequests, renewal, startOrders, worldOf } from '#test/main/orders/orders-rig.ts'

const post = { method: 'POST' }

describe('Replaced API keys', () => {
  test('A paid call that waits in the queue is sent with the new secret of a replaced key', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `waits-${index}.com`)
    const rig = await startOrders(
      worldOf({
        keys: [{ token: rigApiKey }, { token: 'the-new-secret' }],
        domains: names.map((domain_name) => ({ domain_name, expiry_date: expiry })),
      }),
    )
    rig.simulator.faults.add({ match: post, times: 5, fault: { kind: 'delay', ms: 120 } })
    const ids = await rig.place(...names.map((name) => ({ item: { ...renewal, name } as typeof renewal })))
    while (paidRequests(rig.simulator).length < 5) await systemClock.sleep(5)
    rig.accounts.addKey('a', { id: 'k', me: null }, 'the-new-secret')
    for (const id of ids) await rig.until(id, 'done')
    expect(paidRequests(rig.simulator).map(({ keyIndex }) => keyIndex)).toEqual([0, 0, 0, 0, 0, 1])
  })
})
