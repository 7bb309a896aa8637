import { expect, test } from 'vitest'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'
import {
  expiry,
  createFastClock,
  paidRequests,
  renewal,
  startOrders,
  buildOrdersWorld,
} from '#test/main/orders/orders-rig.ts'

const post = { method: 'POST' }

test('A lost order is checked and sent again before all other orders were sent', async () => {
  const names = Array.from({ length: 120 }, (_, index) => `long-${index}.com`)
  const domain = { ...permissiveRateLimits, concurrent: 5 }
  const rig = await startOrders(
    {
      ...buildOrdersWorld({ domains: names.map((domain_name) => ({ domain_name, expiry_date: expiry })) }),
      limits: { domain },
    },
    { clock: createFastClock(20) },
  )
  rig.simulator.faults.add({
    match: { method: 'POST', path: 'long-0.com/renew$' },
    times: 1,
    fault: { kind: 'reset-before' },
  })
  rig.simulator.faults.add({ match: post, fault: { kind: 'delay', ms: 100 } })
  const ids = await rig.place(...names.map((name) => ({ item: { ...renewal, name } as typeof renewal })))
  for (const id of ids) await rig.until(id, 'done')
  const isOfLostOrder = paidRequests(rig.simulator).map(({ path }) => path.includes('/long-0.com/'))
  expect(isOfLostOrder.filter(Boolean)).toHaveLength(2)
  expect(isOfLostOrder.lastIndexOf(true)).toBeLessThan(60)
})
