import { createPinia, setActivePinia } from 'pinia'
import { effectScope, nextTick, watch } from 'vue'
import { expect, onTestFinished, test } from 'vitest'
import { getOrderItemTarget } from '#shared/ipc/order-items.ts'
import type { QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'
import { useRenewBasket } from '#renderer/features/orders/renew-domains/renew-basket-store.ts'
import { useRenewQuote } from '#renderer/features/orders/renew-domains/useRenewQuote.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

const token = 'a-key-for-renewals'

async function openBasket() {
  const rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          balance: 50_000,
          keys: [{ token }],
          domains: [
            { domain_name: 'one.com', expiry_date: '2027-03-31' },
            { domain_name: 'lapsed.com', status: 'expired', expiry_date: '2026-01-01' },
          ],
        },
      ],
    },
  })
  onTestFinished(() => rig.close())
  const bridge = connectRigBridge(rig)
  setActivePinia(createPinia())
  const { id: accountId } = await rig.addAccount('First', [token])
  await rig.call('sync.start', { accountIds: [accountId] })
  const stored = async () => (await rig.call('inventory.domains', {})).rows
  await expect.poll(async () => (await stored()).length).toBe(2)
  // A detail that the sync reads after the quote would be a newer reading of the same expiry date.
  await expect.poll(async () => (await rig.call('sync.progress', null)).map(({ state }) => state)).toEqual(['idle'])
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const basket = useRenewBasket()
  const renewQuote = scope.run(() => useRenewQuote()) as ReturnType<typeof useRenewQuote>
  return { rig, bridge, basket, renewQuote, stored }
}

test('A quote records the time at which the expiry date was read, not the later time of the price', async () => {
  const { rig, basket, renewQuote, stored } = await openBasket()
  const before = (await stored()).filter(({ name }) => name === 'one.com')
  basket.choose(before)
  await nextTick()
  // The dry run, which states the price, is answered later than the list.
  rig.simulator.faults.add({ match: { path: '/renew$' }, fault: { kind: 'delay', ms: 300 } })
  await renewQuote.ask()
  const [row] = renewQuote.quoteAndPayment.quote.value?.rows ?? []
  expect(row).toMatchObject({ isDryRun: true, expiryDate: '2027-03-31', problem: null })
  const [domain] = (await stored()).filter(({ name }) => name === 'one.com')
  expect(domain?.readAt).toBeGreaterThan(before[0]?.readAt ?? 0)
  expect((row?.pricedAt ?? 0) - (domain?.readAt ?? 0)).toBeGreaterThanOrEqual(250)
  expect(row?.expiryReadAt).toBe(domain?.readAt)
  await nextTick()
  expect(basket.lines.map((line) => line.row.readAt)).toEqual([domain?.readAt])
})

test('A domain that cannot be renewed is counted once, also after the account’s only line was deselected', async () => {
  const { basket, renewQuote, stored } = await openBasket()
  basket.fill(await stored(), { query: '', isQuoteOpen: false })
  await nextTick()
  const problems = () => {
    const offered = renewQuote.quoteAndPayment.offer.value?.rows.filter(({ problem }) => problem !== null) ?? []
    return [...renewQuote.knownProblems.value, ...offered].map(({ item }) => getOrderItemTarget(item))
  }
  await renewQuote.ask()
  expect(problems()).toEqual(['lapsed.com'])
  basket.setSelected([basket.lines[0]?.key ?? ''], false)
  await nextTick()
  expect(basket.linesToQuote).toEqual([])
  expect(problems()).toEqual(['lapsed.com'])
  renewQuote.quoteAndPayment.drop()
  expect(problems()).toEqual(['lapsed.com'])
})

test('The progress of a quote is shown only if it counts the selected lines', async () => {
  const { rig, bridge, basket, renewQuote, stored } = await openBasket()
  const shownWhile = async (rows: Awaited<ReturnType<typeof stored>>) => {
    basket.choose(rows)
    await nextTick()
    const progressed = rig.event('orders.quoteProgress', ({ done, total }) => done === total)
    const release = bridge.hold('orders.quote')
    const asked = renewQuote.ask()
    bridge.emit('orders.quoteProgress', await progressed)
    const shown = renewQuote.quoteAndPayment.progress.value
    release()
    await asked
    return shown
  }
  const rows = await stored()
  expect(await shownWhile(rows.filter(({ name }) => name === 'one.com'))).toEqual({ done: 1, total: 1 })
  // The domain that cannot be renewed is priced too, but not selected.
  expect(await shownWhile(rows)).toBeNull()
})

test('A domain that is known not to be renewable keeps this reason if its list cannot be read for the quote', async () => {
  const { rig, basket, renewQuote, stored } = await openBasket()
  basket.choose(await stored())
  await nextTick()
  rig.simulator.faults.add({
    match: { path: '^/v1/domain$' },
    times: 1,
    fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'Retry-After': '1800' } },
  })
  await renewQuote.ask()
  const reasonsOf = (rows: readonly QuoteRow[] = []) =>
    Object.fromEntries(rows.map(({ item, problem }) => [getOrderItemTarget(item), problem?.reason]))
  const expected = { 'one.com': 'data_not_read', 'lapsed.com': 'expired' }
  expect(reasonsOf(renewQuote.quoteAndPayment.offer.value?.rows)).toEqual(expected)
  expect(reasonsOf(basket.lines.flatMap(({ key }) => renewQuote.rowFor(key) ?? []))).toEqual(expected)
})

test('A quote changes the lines of the basket once, although its rows depend on them', async () => {
  const { basket, renewQuote, stored } = await openBasket()
  basket.choose(await stored())
  await nextTick()
  let changes = 0
  const stop = watch(
    () => basket.lines,
    () => (changes += 1),
    { flush: 'sync' },
  )
  onTestFinished(() => stop())
  await renewQuote.ask()
  await nextTick()
  expect(changes).toBe(1)
})

test('The prices that a stopped quote has read are shown with their age', async () => {
  const { rig, basket, renewQuote, stored } = await openBasket()
  basket.choose((await stored()).filter(({ name }) => name === 'one.com'))
  await nextTick()
  const [line] = basket.lines
  if (!line) throw new Error('The basket has a line')
  rig.simulator.faults.add({ match: { path: '/renew$' }, fault: { kind: 'hang' } })
  const asked = renewQuote.ask()
  await expect.poll(() => rig.simulator.ledger.requests.some(({ path }) => path.endsWith('/renew'))).toBe(true)
  renewQuote.quoteAndPayment.forgetPrice()
  await asked
  await expect.poll(() => renewQuote.estimateOf(line)?.readAt ?? null).not.toBeNull()
})
