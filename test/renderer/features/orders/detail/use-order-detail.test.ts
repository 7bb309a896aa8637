import { expect, onTestFinished, test } from 'vitest'
import { watch } from 'vue'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { useNameSearchAndBasket } from '#renderer/features/orders/acquire-domain/name-search-and-basket-store.ts'
import { useOrderDetail } from '#renderer/features/orders/detail/useOrderDetail.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startOrdersThroughCommandsRig } from '#test/main/orders/orders-through-commands-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

/** Places an order that the service answers with 502, so that its outcome is unknown. */
async function placeOrderOfUnknownOutcome(itemOf: (accountId: string) => OrderItem) {
  const { rig, accountId, waitUntilSettled } = await startOrdersThroughCommandsRig()
  const bridge = connectRigBridge(rig)
  const quoteId = crypto.randomUUID()
  const item = itemOf(accountId)
  const { rows, totalYen } = await rig.call('orders.quote', { quoteId, items: [item], authCodeIds: {} })
  const fault = { kind: 'status', when: 'before', status: 502, code: 'BACKEND_ERROR' } as const
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault })
  const rowIds = rows.map(({ id }) => id)
  const { runId, intentIds } = await rig.call('orders.confirm', { quoteId, rowIds, totalYen, agreesToTerms: true })
  const intentId = intentIds[0] ?? ''
  await expect.poll(async () => (await rig.call('orders.intent', { intentId })).state).toBe('unsettled')
  return { rig, bridge, accountId, runId, intentId, item, waitUntilSettled }
}

/** An order of unknown outcome whose check has failed, because its account is paused. */
async function checkOrderOfPausedAccount() {
  const { rig, bridge, accountId, intentId } = await placeOrderOfUnknownOutcome((accountId) => ({
    kind: 'renew',
    accountId,
    name: 'one.com',
    years: 1,
  }))
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

test('The reason why an order is obsolete appears together with the new state of the order', async () => {
  const { rig, accountId, intentId } = await placeOrderOfUnknownOutcome((accountId) => ({
    kind: 'renew',
    accountId,
    name: 'one.com',
    years: 1,
  }))
  const { made, leave } = runInSetup(() => {
    const detail = useOrderDetail(intentId)
    const shown: unknown[] = []
    watch(
      [detail.intent, detail.obsoleteReason],
      ([intent, reason]) => shown.push([intent?.state, reason?.reason ?? null]),
      { flush: 'sync' },
    )
    return { detail, shown }
  })
  onTestFinished(leave)
  const readLists = async () => {
    await rig.call('sync.start', { accountIds: [accountId] })
    await expect.poll(async () => (await rig.call('sync.progress', null))[0]?.state).toBe('idle')
  }
  await readLists()
  rig.simulator.world.user('first').domains.delete('one.com')
  await readLists()
  await expect.poll(() => made.detail.intent.value?.state).toBe('unsettled')

  expect(await made.detail.settle(false, false)).toBe(true)
  expect(made.detail.obsoleteReason.value?.reason).toBe('gone')
  expect(made.shown).not.toContainEqual(['abandoned', null])
})

test('A name that is ordered again by a decision stays ordered on the page of acquisitions', async () => {
  const { rig, runId, intentId, item, waitUntilSettled } = await placeOrderOfUnknownOutcome((accountId) => ({
    kind: 'acquire',
    accountId,
    name: 'new.com',
    years: 1,
    nameservers: null,
  }))
  const { made, leave } = runInSetup(() => ({
    basketStore: useNameSearchAndBasket(),
    detail: useOrderDetail(intentId),
  }))
  onTestFinished(leave)
  made.basketStore.basket = [{ name: 'new.com', years: 1, yearYen: 990, isCampaign: false }]
  made.basketStore.paid = [{ runId, items: [item] }]
  made.basketStore.order(runId, ['new.com'])
  expect(await made.detail.settle(false, true)).toBe(true)
  const { rows } = await rig.call('orders.list', { filter: { target: 'new.com' } })
  await waitUntilSettled(rows.map(({ id }) => id))

  expect(new Set(made.basketStore.paid.map((purchase) => purchase.runId))).toEqual(
    new Set(rows.map((row) => row.runId)),
  )
  made.basketStore.recordOutcomes(rows)
  expect([...made.basketStore.ordered]).toEqual(['new.com'])
  expect(made.basketStore.returnToBasket(rows)).toEqual(new Set())
})
