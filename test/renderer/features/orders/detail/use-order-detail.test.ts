import { expect, onTestFinished, test } from 'vitest'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { useOrderDetail } from '#renderer/features/orders/detail/useOrderDetail.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startOrdersThroughCommandsRig } from '#test/main/orders/orders-through-commands-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

/** An order of unknown outcome whose check has failed, because its account is paused. */
async function checkOrderOfPausedAccount() {
  const { rig, accountId } = await startOrdersThroughCommandsRig()
  const bridge = connectRigBridge(rig)
  const quoteId = crypto.randomUUID()
  const items: OrderItem[] = [{ kind: 'renew', accountId, name: 'one.com', years: 1 }]
  const { rows, totalYen } = await rig.call('orders.quote', { quoteId, items, authCodeIds: {} })
  rig.simulator.faults.add({ match: { method: 'POST' }, fault: { kind: 'status', status: 502, code: 'BACKEND_ERROR' } })
  const rowIds = rows.map(({ id }) => id)
  const { intentIds } = await rig.call('orders.confirm', { quoteId, rowIds, totalYen, agreesToTerms: true })
  const intentId = intentIds[0] ?? ''
  await expect.poll(async () => (await rig.call('orders.intent', { intentId })).state).toBe('unsettled')
  await rig.call('accounts.update', { accountId, isPaused: true })

  const { made: detail, leave } = runInSetup(() => useOrderDetail(intentId))
  onTestFinished(leave)
  await expect.poll(() => detail.intent.value?.state).toBe('unsettled')
  await detail.readAgain()
  expect(detail.actionError.value?.kind).toBe('paused')
  return { rig, bridge, accountId, intentId, detail }
}

test('The error of an action on an order is shown until the order has a later step', async () => {
  const { rig, bridge, intentId, detail } = await checkOrderOfPausedAccount()
  bridge.emit('orders.changed', { intentIds: [intentId] })
  await detail.reload()
  expect(detail.actionError.value?.kind).toBe('paused')

  // A step of the same millisecond is not later.
  const failedAt = Date.now()
  await expect.poll(() => Date.now()).toBeGreaterThan(failedAt)
  await rig.call('orders.settle', { intentId, happened: false, repeat: false })
  bridge.emit('orders.changed', { intentIds: [intentId] })
  await expect.poll(() => detail.intent.value?.state).toBe('abandoned')
  expect(detail.actionError.value).toBeNull()
})

test('The error of an action on an order is hidden once its cause has ended', async () => {
  const { rig, accountId, detail } = await checkOrderOfPausedAccount()
  const accounts = useAccounts()
  await accounts.load()
  expect(detail.actionError.value?.kind).toBe('paused')
  await rig.call('accounts.update', { accountId, isPaused: false })
  await accounts.load()
  expect(detail.actionError.value).toBeNull()
})
