import { createPinia, setActivePinia } from 'pinia'
import { effectScope, ref } from 'vue'
import { expect, onTestFinished, test } from 'vitest'
import { formatJapanDate } from '#shared/japan-time.ts'
import { dayMs } from '#shared/durations.ts'
import { useRenewBasket } from '#renderer/features/orders/renew-domains/renew-basket-store.ts'
import { useFillRenewBasketWithExpiringDomains } from '#renderer/features/orders/renew-domains/useFillRenewBasketWithExpiringDomains.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

const token = 'a-key-for-renewals'

/** The view of the basket on a list whose details were not read. `read` reads the details of one domain. */
async function openView(names: readonly string[]) {
  const expiry = formatJapanDate(Date.now() + 10 * dayMs)
  const rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          balance: 50_000,
          keys: [{ token }],
          domains: names.map((name) => ({ domain_name: name, expiry_date: expiry, auto_renew: false })),
        },
      ],
    },
  })
  onTestFinished(() => rig.close())
  const bridge = connectRigBridge(rig)
  setActivePinia(createPinia())
  const allowDetails = rig.simulator.faults.add({
    match: { path: '^/v1/domain/' },
    fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
  })
  const { id: accountId } = await rig.addAccount('First', [token])
  await rig.call('sync.start', { accountIds: [accountId] })
  await expect.poll(async () => (await rig.call('inventory.domains', {})).rows.length).toBe(names.length)
  await expect.poll(async () => (await rig.call('sync.progress', null)).map(({ state }) => state)).toEqual(['idle'])
  allowDetails()
  useAccounts().accounts = await rig.call('accounts.list', null)
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const basket = useRenewBasket()
  const isQuoteOpen = ref(false)
  scope.run(() => useFillRenewBasketWithExpiringDomains(() => isQuoteOpen.value))
  const shown = () => basket.lines.map(({ key, row }) => [row.name, row.autoRenew, basket.selectedKeys.has(key)])
  await expect.poll(shown).toEqual(names.map((name) => [name, null, false]))
  async function read(name: string): Promise<void> {
    await rig.call('inventory.refreshDomain', { accountId, name, detailKinds: ['detail'] })
    bridge.emit('inventory.changed', { accountId, domain: name })
  }
  return { rig, bridge, basket, accountId, isQuoteOpen, shown, read }
}

test('A basket shows auto-renew that is read meanwhile, and selects the domain only while no quote is open', async () => {
  const { rig, basket, accountId, isQuoteOpen, shown, read } = await openView(['one.com', 'three.com', 'two.com'])
  await read('one.com')
  const unread = ['three.com', null, false]
  await expect.poll(shown).toEqual([['one.com', false, true], unread, ['two.com', null, false]])
  isQuoteOpen.value = true
  await read('two.com')
  await expect.poll(shown).toEqual([['one.com', false, true], unread, ['two.com', false, false]])
  isQuoteOpen.value = false
  // The same for domains that the user selected in another view.
  const stored = await rig.call('inventory.namedDomains', { names: [{ accountId, name: 'three.com' }] })
  basket.choose(stored.map(({ row }) => row))
  await expect.poll(shown).toEqual([['three.com', null, true]])
  await read('three.com')
  await expect.poll(shown).toEqual([['three.com', false, true]])
})

test('A domain with an open order that the session did not place is not selected and says so, until the order ends', async () => {
  const { rig, bridge, basket, accountId, shown, read } = await openView(['one.com', 'two.com'])
  const quoteId = crypto.randomUUID()
  const item = { kind: 'renew', accountId, name: 'one.com', years: 1 } as const
  const { rows, totalYen } = await rig.call('orders.quote', { quoteId, items: [item] })
  rig.simulator.faults.add({ match: { method: 'POST' }, fault: { kind: 'status', status: 500 } })
  const rowIds = rows.map(({ id }) => id)
  const confirmed = await rig.call('orders.confirm', { quoteId, rowIds, totalYen, agreesToTerms: true })
  const intentId = confirmed.intentIds[0] as string
  const orderState = async () => (await rig.call('orders.intent', { intentId })).state
  await expect.poll(orderState).toBe('unsettled')
  for (const name of ['one.com', 'two.com']) await read(name)

  await expect.poll(shown).toEqual([
    ['two.com', false, true],
    ['one.com', false, false],
  ])
  const one = () => basket.lines.filter(({ row }) => row.name === 'one.com')
  expect(one().map(basket.problemOf)).toEqual([{ reason: 'open_intent', error: null, intentId }])
  expect(one().map(basket.unselectedReason)).toEqual(['ordered'])
  expect(basket.runs).toEqual([{ runId: confirmed.runId }])

  await rig.call('orders.settle', { intentId, happened: false })
  bridge.emit('orders.changed', { intentIds: [intentId] })
  await expect.poll(() => one().map(basket.problemOf)).toEqual([null])
  // The order may have renewed the domain: only the user selects it again.
  expect(shown()).toContainEqual(['one.com', false, false])
  expect(one().map(basket.unselectedReason)).toEqual(['ordered'])
})
