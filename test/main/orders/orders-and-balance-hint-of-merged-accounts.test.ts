import { describe, expect, test } from 'vitest'
import { startOrdersThroughCommandsRig, orderTokens } from './orders-through-commands-rig.ts'

describe('Merged accounts', () => {
  test('Orders and spending of a merged account belong to the account into which it was merged last', async () => {
    const { accountId, rig, buy, waitUntilSettled } = await startOrdersThroughCommandsRig()
    const { intentIds, runId, totalYen } = await buy([{ kind: 'renew', accountId, name: 'one.com', years: 1 }])
    const [settled] = await waitUntilSettled(intentIds)
    const [second, last] = await Promise.all([
      rig.addAccount('Second', [orderTokens.other]),
      rig.addAccount('Last', [orderTokens.another]),
    ])
    await rig.call('accounts.merge', { accountId: second.id, fromAccountId: accountId })
    await rig.call('accounts.merge', { accountId: last.id, fromAccountId: second.id })

    const { rows } = await rig.call('orders.list', { filter: { accountIds: [last.id] } })
    expect(rows.map(({ item, target, keyId }) => ({ accountId: item.accountId, target, keyId }))).toEqual([
      { accountId: last.id, target: 'one.com', keyId: settled?.keyId },
    ])
    const { keys } = (await rig.call('accounts.list', null)).find(({ id }) => id === last.id) ?? { keys: [] }
    expect(keys.map(({ id }) => id)).toContain(settled?.keyId)
    expect(await rig.call('orders.counts', { accountIds: [last.id] })).toMatchObject({ total: 1 })
    const { months } = await rig.call('orders.spending', { accountIds: [last.id] })
    expect(months).toMatchObject([{ accountId: last.id, accountLabel: 'Last', yen: totalYen, count: 1 }])
    const runs = await rig.call('orders.runs', null)
    expect(runs.find((run) => run.id === runId)?.accounts).toMatchObject([{ accountId: last.id, total: 1 }])
  })

  test('The balance hint of a merged account shows the last payment and the last refusal for insufficient balance of both accounts', async () => {
    const { accountId, rig, buy, waitUntilSettled } = await startOrdersThroughCommandsRig()
    rig.simulator.faults.add({
      match: { path: '/two.com/renew$' },
      fault: { kind: 'status', status: 402, code: 'PAYMENT_REQUIRED' },
      times: 1,
    })
    await waitUntilSettled((await buy([{ kind: 'renew', accountId, name: 'one.com', years: 1 }])).intentIds)
    await rig.call('orders.quote', {
      quoteId: 'declined-by-dry-run',
      items: [{ kind: 'renew', accountId, name: 'two.com', years: 1 }],
    })
    const hintOf = async (id: string) =>
      (await rig.call('orders.balanceHints', null)).find((hint) => hint.accountId === id)
    const before = await hintOf(accountId)
    expect(before).toMatchObject({ refusal: { at: expect.any(Number) }, paidAt: expect.any(Number) })
    const into = await rig.addAccount('Other', [orderTokens.other])
    await rig.call('accounts.merge', { accountId: into.id, fromAccountId: accountId })
    expect(await hintOf(into.id)).toEqual({ ...before, accountId: into.id })
  })
})
