import { describe, expect, test } from 'vitest'
import { systemClock } from '#main/clock.ts'
import { startOrdersThroughCommandsRig, orderTokens } from './orders-through-commands-rig.ts'

describe('Orders that may have happened', () => {
  test('An account with such an order cannot be removed or merged, and its key cannot be removed or replaced', async () => {
    const { accountId, rig, buy, waitUntilSettled } = await startOrdersThroughCommandsRig()
    const into = await rig.addAccount('Other', [orderTokens.other])
    rig.simulator.faults.add({
      match: { path: '/one.com/renew$' },
      fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' },
      times: 1,
    })
    const { intentIds } = await buy([
      { kind: 'renew', accountId, name: 'one.com', years: 1 },
      { kind: 'renew', accountId, name: 'two.com', years: 1 },
    ])
    const [intentId = '', two = ''] = intentIds
    await waitUntilSettled([two])
    const intent = () => rig.call('orders.intent', { intentId })
    for (let current = await intent(); current.state !== 'unsettled'; current = await intent())
      await rig.event('orders.changed')
    const { keyId } = await intent()
    const { pendingKeyId } = await rig.call('accounts.tryKey', {
      baseUrl: rig.simulator.url,
      secret: orderTokens.another,
      accountId: null,
    })
    expect(await rig.call('accounts.openOrders', { accountId, keyId: null })).toEqual({ count: 1 })
    expect(await rig.call('accounts.openOrders', { accountId, keyId })).toEqual({ count: 1 })
    expect(await rig.call('accounts.openOrders', { accountId, keyId: 'another' })).toEqual({ count: 0 })
    expect(await rig.call('accounts.openOrders', { accountId: into.id, keyId: null })).toEqual({ count: 0 })
    const refused = { kind: 'open_intent', details: expect.objectContaining({ intentId, target: 'one.com' }) }
    await expect(rig.call('accounts.remove', { accountId })).rejects.toMatchObject(refused)
    await expect(rig.call('accounts.merge', { accountId: into.id, fromAccountId: accountId })).rejects.toMatchObject(
      refused,
    )
    await expect(rig.call('accounts.removeKey', { accountId, keyId })).rejects.toMatchObject(refused)
    await expect(rig.call('accounts.replaceKey', { accountId, keyId, pendingKeyId })).rejects.toMatchObject({
      kind: 'open_intent',
      details: expect.objectContaining({ intentId, target: 'one.com', reason: 'key_of_sent_orders' }),
    })

    await rig.call('orders.settle', { intentId, happened: true, repeat: false })
    expect(await rig.call('accounts.openOrders', { accountId, keyId: null })).toEqual({ count: 0 })
    await rig.call('accounts.replaceKey', { accountId, keyId, pendingKeyId })
    await rig.call('accounts.remove', { accountId })
    expect((await intent()).state).toBe('done')
  })
})

describe('Removed accounts', () => {
  test('An account cannot be removed while an order for it is being written', async () => {
    const { accountId, rig, waitUntilSettled } = await startOrdersThroughCommandsRig()
    const { rows, totalYen } = await rig.call('orders.quote', {
      quoteId: 'races',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    rig.simulator.faults.add({ match: { method: 'POST' }, fault: { kind: 'delay', ms: 300 } })
    const confirmed = rig.call('orders.confirm', {
      quoteId: 'races',
      rowIds: rows.map(({ id }) => id),
      totalYen,
      agreesToTerms: true,
    })
    await expect(rig.call('accounts.remove', { accountId })).rejects.toMatchObject({ kind: 'open_intent' })
    expect((await waitUntilSettled((await confirmed).intentIds)).map(({ state }) => state)).toEqual(['done'])
  })

  test('A quote for an account that was removed since cannot be confirmed', async () => {
    const { accountId, rig } = await startOrdersThroughCommandsRig()
    const { rows, totalYen } = await rig.call('orders.quote', {
      quoteId: 'late',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    await rig.call('accounts.remove', { accountId })
    await expect(
      rig.call('orders.confirm', { quoteId: 'late', rowIds: rows.map(({ id }) => id), totalYen, agreesToTerms: true }),
    ).rejects.toMatchObject({ kind: 'not_found' })
    expect((await rig.call('orders.list', {})).total).toBe(0)
  })

  test('Declined orders of a removed account no longer wait for the user', async () => {
    const { accountId, rig, waitUntilSettled } = await startOrdersThroughCommandsRig()
    const { rows, totalYen } = await rig.call('orders.quote', {
      quoteId: 'declined',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    rig.simulator.faults.add({
      match: { method: 'POST', path: '/one.com/renew$' },
      fault: { kind: 'status', status: 402, code: 'PAYMENT_REQUIRED' },
      times: 1,
    })
    const rowIds = rows.map(({ id }) => id)
    const { intentIds } = await rig.call('orders.confirm', {
      quoteId: 'declined',
      rowIds,
      totalYen,
      agreesToTerms: true,
    })
    await waitUntilSettled(intentIds)
    // After it, no list that was read is still to be compared with the orders.
    await rig.call('app.saveSettings', { syncsAtStart: false })
    await rig.restart()
    const waiting = async () => (await rig.call('orders.runs', null)).map(({ waitsForYou }) => waitsForYou)
    await expect.poll(waiting).toEqual([1])
    await rig.call('accounts.remove', { accountId })
    await expect.poll(waiting, { timeout: 5_000 }).toEqual([0])
  })
})

describe('Paused accounts', () => {
  test('A waiting order is sent as soon as its account is no longer paused', async () => {
    // Long sleeps last an hour, so that no automatic retry happens.
    const { accountId, rig, waitUntilSettled, charges } = await startOrdersThroughCommandsRig({
      ...systemClock,
      sleep: (ms, signal) => systemClock.sleep(ms < 5_000 ? ms : 60 * 60_000, signal),
    })
    const { rows, totalYen } = await rig.call('orders.quote', {
      quoteId: 'waits',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    await rig.call('accounts.update', { accountId, isPaused: true })
    const { intentIds } = await rig.call('orders.confirm', {
      quoteId: 'waits',
      rowIds: rows.map(({ id }) => id),
      totalYen,
      agreesToTerms: true,
    })
    const intent = () => rig.call('orders.intent', { intentId: intentIds[0] as string })
    for (let current = await intent(); current.hold?.reason !== 'cannot_send'; current = await intent())
      await rig.event('orders.changed')
    await rig.call('accounts.update', { accountId, isPaused: false })
    await waitUntilSettled(intentIds)
    expect(charges()).toEqual([['renew', totalYen]])
  })
})
