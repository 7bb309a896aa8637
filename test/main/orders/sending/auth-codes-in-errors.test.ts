import { describe, expect, test } from 'vitest'
import {
  createFastClock,
  expiry,
  renewal,
  startOrders,
  transfer,
  buildOrdersWorld,
} from '#test/main/orders/orders-rig.ts'

const post = { method: 'POST' }

describe('Auth codes in errors', () => {
  test('An auth code repeated by the service is in no other order that insufficient balance stops', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `stopped-${index}.com`)
    const rig = await startOrders(
      buildOrdersWorld(
        { domains: names.map((domain_name) => ({ domain_name, expiry_date: expiry })) },
        { registered: ['moved-name.com'] },
      ),
      // With a faster clock or a short time limit, a busy machine sends the transfer after the renewals.
      { clock: createFastClock(5), timeLimitMs: 20_000 },
    )
    const error = { code: 'PAYMENT_REQUIRED', message: 'xq7-auth was given, money was not', errors: ['xq7-auth'] }
    rig.simulator.faults.add({
      match: { method: 'POST', path: 'transfer$' },
      times: 1,
      fault: { kind: 'status', status: 402, code: 'PAYMENT_REQUIRED', body: { error } },
    })
    rig.simulator.faults.add({ match: { method: 'POST', path: 'renew$' }, fault: { kind: 'delay', ms: 50 } })
    const ids = await rig.place(
      { item: transfer, authCode: 'xq7-auth' },
      ...names.map((name) => ({ item: { ...renewal, name } as typeof renewal })),
    )
    await rig.until(ids[0] as string, 'refused')
    await rig.untilIt(ids.at(-1) as string, ({ hold: holdIntent }) => holdIntent?.reason === 'no_money')
    expect(JSON.stringify(ids.map(rig.intent))).not.toContain('xq7-auth')
  })

  test.each(['service', 'kind', 'e', 'VALIDATION_ERROR'])(
    'The auth code %s does not damage an answer that contains the same letters',
    async (authCode) => {
      const rig = await startOrders(buildOrdersWorld({}, { registered: ['moved-name.com'] }))
      rig.simulator.faults.add({
        match: post,
        times: 1,
        fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR' },
      })
      const [id] = await rig.place({ item: transfer, authCode })
      expect((await rig.until(id as string, 'refused')).error).toMatchObject({
        kind: 'service',
        code: 'VALIDATION_ERROR',
        status: 422,
      })
    },
  )
})
