import { describe, expect, test } from 'vitest'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { startOrdersThroughCommandsRig, orderTokens } from './orders-through-commands-rig.ts'

describe('Confirmed orders', () => {
  test('An order is sent with the key and the price of the quote, and charged once', async () => {
    const { accountId, rig, buy, waitUntilSettled, charges, posts } = await startOrdersThroughCommandsRig()
    const { intentIds, totalYen } = await buy([{ kind: 'renew', accountId, name: 'one.com', years: 2 }])
    const [intent] = await waitUntilSettled(intentIds)
    expect(intent).toMatchObject({ state: 'done', yen: 3_300, expiryDate: '2027-03-31', target: 'one.com' })
    expect(charges()).toEqual([['renew', totalYen]])
    expect(posts().map(({ keyIndex, bodyJson }) => [keyIndex, bodyJson])).toEqual([
      [1, { years: 2, current_expiry_date: '2027-03-31', expected_total_price: 3_300 }],
    ])
    const again = await rig.call('orders.quote', {
      quoteId: 'again',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    expect(again.rows[0]).toMatchObject({ expiryDate: '2029-03-31', problem: null })
    expect(again.accounts[0]?.hint?.paidAt).toEqual(expect.any(Number))
    expect((await rig.call('orders.spending', {})).months).toEqual([
      expect.objectContaining({ accountId, kind: 'renew', yen: 3_300, count: 1 }),
    ])
  })

  test('An order refused because of an old price is quoted at the current price, for other years too', async () => {
    const { accountId, rig, buy, waitUntilSettled, charges } = await startOrdersThroughCommandsRig()
    const items = (years: number): OrderItem[] =>
      ['fresh1.com', 'fresh2.com'].map((name) => ({ kind: 'acquire', accountId, name, years, nameservers: null }))
    await rig.call('orders.quote', { quoteId: 'seen', items: items(1) })
    for (const entry of rig.simulator.world.file.tlds) if (entry.tld === 'com') entry.register = 1_500
    const { intentIds } = await buy(items(3))
    expect((await waitUntilSettled(intentIds)).map(({ state, yen, error }) => [state, yen, error?.code])).toEqual([
      ['refused', 2_970, 'PRICE_MISMATCH'],
      ['refused', 2_970, 'PRICE_MISMATCH'],
    ])
    expect((await rig.call('orders.quote', { quoteId: 'again', items: items(2) })).rows.map(({ yen }) => yen)).toEqual([
      3_000, 3_000,
    ])
    expect(charges()).toEqual([])
  })

  test('An order whose key was refused is sent by another key when it is ordered again', async () => {
    const { accountId, rig, buy, waitUntilSettled, posts } = await startOrdersThroughCommandsRig()
    const items: OrderItem[] = ['one.com', 'two.com'].map((name) => ({ kind: 'renew', accountId, name, years: 1 }))
    rig.simulator.faults.add({
      match: { token: orderTokens.narrow, path: '/renew$' },
      times: 9,
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    const [one, two] = await waitUntilSettled((await buy(items)).intentIds)
    expect([one?.state, one?.error?.code, two?.state]).toEqual(['refused', 'FORBIDDEN', 'done'])
    const [again] = await waitUntilSettled((await buy(items)).intentIds)
    expect(again?.state).toBe('done')
    expect(posts().map(({ keyIndex }) => keyIndex)).toEqual([0, 0])
  })
})

describe('Quitting', () => {
  test('Quitting waits for the answer of a paid call in flight, and a call that hung may have happened after the next start', async () => {
    const { accountId, rig, buy, charges, posts } = await startOrdersThroughCommandsRig()
    rig.simulator.faults.add({ match: { path: '/one.com/renew$' }, times: 1, fault: { kind: 'delay', ms: 300 } })
    rig.simulator.faults.add({ match: { path: '/two.com/renew$' }, times: 1, fault: { kind: 'hang' } })
    const { intentIds } = await buy([
      { kind: 'renew', accountId, name: 'one.com', years: 1 },
      { kind: 'renew', accountId, name: 'two.com', years: 1 },
    ])
    await expect.poll(() => posts().length).toBe(2)
    await rig.restart()
    const [one, two] = await Promise.all(intentIds.map((intentId) => rig.call('orders.intent', { intentId })))
    expect(one).toMatchObject({ state: 'done' })
    expect(one?.steps.map(({ event }) => event)).toEqual(['planned', 'sent', 'answered'])
    expect(two?.steps.map(({ event }) => event)).toContain('lost')
    expect(two?.state).not.toBe('refused')
    const keys = posts()
      .filter(({ path }) => path.includes('two.com'))
      .map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys)).toEqual(new Set([two?.idempotencyKey]))
    expect(charges().length).toBeLessThanOrEqual(2)
  })
})
