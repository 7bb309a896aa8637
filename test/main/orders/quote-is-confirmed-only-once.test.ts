import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { startOrdersThroughCommandsRig } from './orders-through-commands-rig.ts'

test('A quote cannot be confirmed twice, and a name with an open order is not quoted again', async () => {
  const { accountId, rig, buy, waitUntilSettled } = await startOrdersThroughCommandsRig()
  rig.simulator.faults.add({
    match: { path: '/two.com/renew$' },
    fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' },
    times: 1,
  })
  const items: OrderItem[] = [
    { kind: 'renew', accountId, name: 'one.com', years: 1 },
    { kind: 'renew', accountId, name: 'two.com', years: 1 },
  ]
  const { intentIds, runId } = await buy(items)
  await expect(
    rig.call('orders.confirm', { quoteId: 'gone', rowIds: ['row'], totalYen: 0, agreesToTerms: true }),
  ).rejects.toMatchObject({ kind: 'not_found' })
  await waitUntilSettled(intentIds.slice(0, 1))
  for (
    let two = await rig.call('orders.intent', { intentId: intentIds[1] as string });
    two.state !== 'unsettled';
    two = await rig.call('orders.intent', { intentId: intentIds[1] as string })
  )
    await rig.event('orders.changed')
  const { rows } = await rig.call('orders.quote', { quoteId: 'again', items })
  expect(rows.map(({ problem }) => problem && [problem.reason, problem.intentId])).toEqual([
    null,
    ['open_intent', intentIds[1]],
  ])
  const { path } = await rig.call('orders.exportCsv', { filter: { runId } })
  const csv = readFileSync(path ?? '', 'utf8')
  expect(csv).toContain(',unsettled,')
  expect(csv).not.toMatch(/fail/i)
  expect(await rig.call('orders.externalPurchases', {})).toEqual([])
})

test('A second confirmation of the same quote is answered with `confirmed_already`, never with `not_found`', async () => {
  const { accountId, rig } = await startOrdersThroughCommandsRig()
  const { rows, totalYen } = await rig.call('orders.quote', {
    quoteId: 'once',
    items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
  })
  const confirm = () =>
    rig.answer('orders.confirm', { quoteId: 'once', rowIds: rows.map(({ id }) => id), totalYen, agreesToTerms: true })
  const alreadyConfirmed = { ok: false, error: { kind: 'conflict', details: { reason: 'confirmed_already' } } }
  expect(await Promise.all([confirm(), confirm()])).toMatchObject([{ ok: true }, alreadyConfirmed])
  expect(await confirm()).toMatchObject(alreadyConfirmed)
  expect((await rig.call('orders.list', {})).total).toBe(1)
})

test('Two confirmations at the same time are one decision: the second is refused while the first is being written', async () => {
  const { accountId, rig, waitUntilSettled, charges, posts } = await startOrdersThroughCommandsRig()
  const { rows, totalYen } = await rig.call('orders.quote', {
    quoteId: 'once',
    items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
  })
  rig.simulator.ledger.clear()
  const press = () =>
    rig.call('orders.confirm', { quoteId: 'once', rowIds: rows.map(({ id }) => id), totalYen, agreesToTerms: true })
  const presses = await Promise.allSettled([press(), press()])
  expect(
    presses.map((press) => (press.status === 'fulfilled' ? 'placed' : (press.reason as { kind: string }).kind)).sort(),
  ).toEqual(['conflict', 'placed'])
  const placed = presses.find((press) => press.status === 'fulfilled')
  await waitUntilSettled(placed?.value.intentIds ?? [])
  expect(charges()).toEqual([['renew', totalYen]])
  expect(posts()).toHaveLength(1)
})
