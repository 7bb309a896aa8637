import { createPinia, setActivePinia } from 'pinia'
import { effectScope, nextTick, ref, shallowRef, type EffectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useTransferCheckByPriceList } from '#renderer/features/orders/transfer-domain/useTransferCheckByPriceList.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

const token = 'a-key-for-transfers'
let rig: SimulatorRig
let accountId: string
let scope: EffectScope

beforeEach(async () => {
  rig = await startSimulatorRig({
    world: {
      users: [
        { name: 'first', keys: [{ token }] },
        { name: 'second', keys: [{ token: 'a-key-of-the-second' }] },
      ],
    },
  })
  accountId = (await rig.addAccount('First', [token])).id
  connectRigBridge(rig)
  Object.assign(window, { matchMedia: () => ({ matches: false, addEventListener: () => undefined }) })
  setActivePinia(createPinia())
  scope = effectScope()
})
afterEach(async () => {
  scope.stop()
  await rig.close()
})

const readings = () => rig.simulator.ledger.requests.filter(({ endpoint }) => endpoint === 'domain.pricing').length

/** Reads the price list before the test begins, so that the window finds a stored list. */
async function readBefore(id = accountId): Promise<void> {
  await rig.call('orders.prices', { accountId: id, refresh: true })
  rig.simulator.ledger.clear()
}

function open(text: string) {
  const typed = ref(text)
  const account = shallowRef(accountId)
  const made = scope.run(() =>
    useTransferCheckByPriceList(
      () => account.value,
      () => typed.value,
    ),
  )
  if (made === undefined) throw new Error('The scope is not active')
  const isStill = () => !made.isWaiting.value && !made.list.isLoading.value
  return { ...made, typed, account, settled: () => expect.poll(isStill).toBe(true) }
}

function goOffline(isOffline: boolean): void {
  const appState = useAppState()
  appState.state = { ...appState.state, settings: { ...appState.settings, isOffline } }
}

function setTransfer(transfer: number | null): void {
  for (const each of rig.simulator.world.file.tlds) if (each.tld === 'com') each.transfer = transfer
}

describe('A stored price list that excludes the transfer', () => {
  test('A stored list that excludes the transfer is read again automatically, and the new list decides', async () => {
    setTransfer(null)
    await readBefore()
    setTransfer(1_700)
    const { checked, settled } = open('example.com')
    await expect.poll(() => checked.value.yen).toBe(1_700)
    await settled()
    expect(checked.value.problem).toBeNull()
    expect(readings()).toBe(1)
  })

  test('The list is not read a second time, whatever is typed, even if the read was refused', async () => {
    await readBefore()
    rig.simulator.faults.add({
      match: { path: '^/v1/domain/pricing' },
      times: 100,
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    const { checked, typed, list, settled } = open('example.nowhere')
    await expect.poll(() => list.error.value?.code).toBe('FORBIDDEN')
    await settled()
    const { length: calls } = rig.simulator.ledger.requests
    for (const text of ['example.com', 'other.nowhere', 'example.elsewhere']) {
      typed.value = text
      await nextTick()
      await settled()
    }
    expect(checked.value.problem).toBe('unknownTld')
    expect(rig.simulator.ledger.requests).toHaveLength(calls)
  })

  test('An error of the read is hidden once its cause has ended', async () => {
    await readBefore()
    const accounts = useAccounts()
    await rig.call('accounts.update', { accountId, isPaused: true })
    await accounts.load()
    const { list, settled } = open('example.com')
    await settled()
    list.refresh()
    await expect.poll(() => list.error.value?.kind).toBe('paused')
    await rig.call('accounts.update', { accountId, isPaused: false })
    await accounts.load()
    expect(list.error.value).toBeNull()
  })

  test('The list is marked as old while offline and is read once when the app is online', async () => {
    await readBefore()
    goOffline(true)
    const { list, checked, isWaiting } = open('example.nowhere')
    await expect.poll(() => checked.value.problem).toBe('unknownTld')
    await nextTick()
    expect([list.isOld.value, isWaiting.value, readings()]).toEqual([true, false, 0])
    goOffline(false)
    await expect.poll(readings).toBe(1)
    await expect.poll(() => list.isLoading.value).toBe(false)
    expect([list.isOld.value, checked.value.problem]).toEqual([false, 'unknownTld'])
  })

  test('While the list of another account is read, the prices of the former account are not shown as its own', async () => {
    const { id: other } = await rig.addAccount('Second', ['a-key-of-the-second'])
    await readBefore()
    const { account, list, settled } = open('example.com')
    await settled()
    expect(list.readAt.value).not.toBeNull()
    account.value = other
    await nextTick()
    expect([list.prices.value, list.readAt.value]).toEqual([[], null])
    await settled()
    expect(list.readAt.value).not.toBeNull()
  })

  test('The list is read once for each account', async () => {
    const { id: other } = await rig.addAccount('Second', ['a-key-of-the-second'])
    await readBefore()
    await readBefore(other)
    const { account, settled } = open('example.nowhere')
    await expect.poll(readings).toBe(1)
    await settled()
    for (const id of [other, accountId, other]) {
      account.value = id
      await nextTick()
      await settled()
      await nextTick()
      await settled()
    }
    expect(readings()).toBe(2)
  })
})

test('A price list has its TLDs in lower case without a dot, whatever the service writes', async () => {
  rig.simulator.faults.add({
    match: { path: '^/v1/domain/pricing' },
    times: 1,
    fault: { kind: 'status', status: 200, body: { prices: [{ tld: '.COM', transfer: 1_650 }] } },
  })
  await readBefore()
  const { list, checked } = open('example.com')
  await expect.poll(() => checked.value.yen).toBe(1_650)
  expect(list.prices.value.map(({ tld }) => tld)).toEqual(['com'])
})

test('A price list that offers the transfer is not read again', async () => {
  await readBefore()
  const { checked, settled } = open('example.com')
  await expect.poll(() => checked.value.yen).toBe(1_650)
  await settled()
  expect(readings()).toBe(0)
})
