import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serviceErrors } from '#shared/api/service-errors.ts'
import { isAppError } from '#shared/app-error.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { createRenewalRequestDelay, type RenewalRequestDelay } from '#test/delay-renewal-requests.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-that-may-do-everything'
const yen = 1_650
const names = ['one.com', 'two.com', 'three.com', 'four.com']

let rig: SimulatorRig
let renewalRequestDelay: RenewalRequestDelay
let accountId: string
beforeEach(async () => {
  renewalRequestDelay = createRenewalRequestDelay()
  rig = await startSimulatorRig({
    onArrival: renewalRequestDelay.onArrival,
    world: {
      // One call at a time: the fourth order waits while the third one is in flight.
      limits: { domain: { concurrent: 1 } },
      users: [
        {
          name: 'first',
          balance: yen,
          keys: [{ token, services: { domain: { allow_acquisition: true } } }],
          domains: names.map((domain_name) => ({ domain_name, expiry_date: '2027-03-31' })),
        },
      ],
    },
  })
  accountId = (await rig.addAccount('First', [token])).id
})
afterEach(() => rig.close())

const renewal = (name: string): OrderItem => ({ kind: 'renew', accountId, name, years: 1 })
let quotes = 0
const quote = (items: OrderItem[], replaces: string[] = []) =>
  rig.call('orders.quote', { quoteId: `quote-${(quotes += 1)}`, items, replaces })

async function buy(items: OrderItem[], replaces: string[] = []): Promise<string> {
  const { quoteId, rows, totalYen } = await quote(items, replaces)
  expect(rows.map(({ problem }) => problem)).toEqual(items.map(() => null))
  const { runId } = await rig.call('orders.confirm', {
    quoteId,
    rowIds: rows.map(({ id }) => id),
    totalYen,
    agreesToTerms: true,
  })
  return runId
}

const runOf = async (runId: string): Promise<OrderRun> =>
  (await rig.call('orders.runs', null)).find(({ id }) => id === runId) as OrderRun
const intents = async (runId: string) =>
  (await rig.call('orders.list', { filter: { runId }, sort: 'createdAt', isDescending: false })).rows
const untilStill = (runId: string) => expect.poll(async () => (await runOf(runId)).state).not.toBe('running')
const toPriceAgain = async (runId: string) => (await rig.call('orders.listOrdersToQuoteAgain', { runId })).orders
const waitingForUser = async () =>
  (await rig.call('orders.list', { filter: { waitsFor: 'user' } })).rows.map(({ id }) => id)
const payIn = (amount: number) => (rig.simulator.world.user('first').balance += amount)
const charged = () => rig.simulator.ledger.charges.map(({ target }) => target).toSorted()

/** One of four orders is paid. The second is refused and the last is held because of insufficient balance. */
async function runOutOfMoney(): Promise<{ runId: string; left: Omit<OrderIntentView, 'steps'>[] }> {
  // The third order may be sent before the refusal is recorded. Its answer waits until the last order is held.
  renewalRequestDelay.delayAfter(2, 'first')
  const runId = await buy(names.map(renewal))
  await expect.poll(async () => (await runOf(runId)).accounts.map(({ stopped }) => stopped)).toEqual(['no_money'])
  renewalRequestDelay.release()
  await untilStill(runId)
  const left = (await intents(runId)).filter(({ state }) => state !== 'done')
  expect(left).toHaveLength(3)
  expect(new Set(left.map(({ state }) => state))).toEqual(new Set(['refused', 'planned']))
  return { runId, left }
}

describe('Runs stopped by insufficient balance', () => {
  test('The refused and held orders are named, and each is priced again, paid once and no longer offered', async () => {
    const { runId, left } = await runOutOfMoney()
    expect(await runOf(runId)).toMatchObject({ kinds: ['renew'], target: null, ordersToQuoteAgain: 3, waitsForYou: 3 })
    expect((await waitingForUser()).toSorted()).toEqual(left.map(({ id }) => id).toSorted())
    const offered = await toPriceAgain(runId)
    expect(offered.map(({ intentId, isHeld }) => [intentId, isHeld]).toSorted()).toEqual(
      left.map(({ id, state }) => [id, state === 'planned']).toSorted(),
    )
    payIn(3 * yen)
    const again = await buy(
      offered.map(({ item }) => item),
      offered.filter(({ isHeld }) => isHeld).map(({ intentId }) => intentId),
    )
    await untilStill(again)
    expect(await runOf(again)).toMatchObject({
      state: 'ended',
      byStatus: { done: 3 },
      ordersToQuoteAgain: 0,
      waitsForYou: 0,
    })
    const newOrders = new Map((await intents(again)).map(({ id, target }) => [target, id]))
    for (const { id, target } of left.filter(({ state }) => state === 'planned'))
      expect((await rig.call('orders.intent', { intentId: id })).steps.at(-1)).toMatchObject({
        event: 'abandoned',
        fact: { intentId: newOrders.get(target) },
      })
    const refused = left.filter(({ state }) => state === 'refused').length
    expect(await runOf(runId)).toMatchObject({
      state: 'ended',
      lackedBalance: refused,
      blockedByBalance: 0,
      ordersToQuoteAgain: 0,
      waitsForYou: 0,
    })
    expect(await toPriceAgain(runId)).toEqual([])
    expect(await waitingForUser()).toEqual([])
    expect(charged()).toEqual(names.toSorted())
    for (const { state, target } of await intents(runId))
      expect(state, target).toBe(
        left.find((intent) => intent.target === target)?.state === 'planned' ? 'abandoned' : state,
      )
  })

  test('The orders are named after a restart, except those that were ordered again before it', async () => {
    const { runId, left } = await runOutOfMoney()
    const [declined, ...others] = left.toSorted(
      (a, b) => Number(a.state !== 'refused') - Number(b.state !== 'refused'),
    ) as [OrderIntentView, ...OrderIntentView[]]
    payIn(yen)
    await untilStill(await buy([declined.item]))
    await rig.restart()
    await expect
      .poll(async () => (await rig.call('orders.runs', null)).map(({ id, waitsForYou }) => [id, waitsForYou]))
      .toEqual([[runId, 2]])
    expect((await toPriceAgain(runId)).map(({ intentId }) => intentId).toSorted()).toEqual(
      others.map(({ id }) => id).toSorted(),
    )
  })

  test('Held orders are kept until the new price is confirmed', async () => {
    const { runId, left } = await runOutOfMoney()
    const held = left.filter(({ state }) => state === 'planned')
    const refused = await quote(held.map(({ item }) => item))
    expect(refused.rows.map(({ problem }) => problem?.reason)).toEqual(held.map(() => 'waiting_intent'))
    payIn(10 * yen)
    const offered = await quote(
      held.map(({ item }) => item),
      held.map(({ id }) => id),
    )
    expect(offered.rows.map(({ problem }) => problem)).toEqual(held.map(() => null))
    expect((await intents(runId)).filter(({ state }) => state === 'planned')).toHaveLength(held.length)
    // The run was resumed and paid in the meantime, so the new order is refused and nothing is paid twice.
    await rig.call('orders.resumeRun', { runId })
    await untilStill(runId)
    const confirmed = rig.call('orders.confirm', {
      quoteId: offered.quoteId,
      rowIds: offered.rows.map(({ id }) => id),
      totalYen: offered.totalYen,
      agreesToTerms: true,
    })
    await confirmed.then(
      ({ runId: other }) => untilStill(other),
      (error: unknown) => expect(isAppError(error)).toBe(true),
    )
    expect(charged()).toHaveLength(1 + held.length)
    expect(new Set(charged()).size).toBe(charged().length)
  })
})

describe('Runs with orders refused because of a changed price', () => {
  test('The refused orders are offered together at the new price until they are ordered again', async () => {
    payIn(10 * yen)
    const { quoteId, rows, totalYen } = await quote(names.slice(0, 2).map(renewal))
    for (const entry of rig.simulator.world.file.tlds) if (entry.tld === 'com') entry.renew = 2 * yen
    const { runId } = await rig.call('orders.confirm', {
      quoteId,
      rowIds: rows.map(({ id }) => id),
      totalYen,
      agreesToTerms: true,
    })
    await expect
      .poll(async () => await runOf(runId))
      .toMatchObject({
        state: 'ended',
        byStatus: { refused: 2 },
        blockedByBalance: 0,
        ordersToQuoteAgain: 2,
        waitsForYou: 2,
      })
    const offered = await toPriceAgain(runId)
    expect(offered.map(({ isHeld }) => isHeld)).toEqual([false, false])
    await untilStill(await buy(offered.map(({ item }) => item)))
    expect(charged()).toEqual(names.slice(0, 2).toSorted())
    expect(await runOf(runId)).toMatchObject({ ordersToQuoteAgain: 0, waitsForYou: 0 })
  })

  test('An order declined because the key was refused waits for the user, also after a restart', async () => {
    payIn(10 * yen)
    const { quoteId, rows, totalYen } = await quote([renewal('one.com')])
    rig.simulator.faults.add({
      match: { method: 'POST', path: '/renew$' },
      times: 1,
      fault: { kind: 'status', status: serviceErrors.UNAUTHORIZED.status, code: 'UNAUTHORIZED' },
    })
    const { runId } = await rig.call('orders.confirm', {
      quoteId,
      rowIds: rows.map(({ id }) => id),
      totalYen,
      agreesToTerms: true,
    })
    await untilStill(runId)
    const waiting = { id: runId, state: 'ended', waitsForYou: 1, ordersToQuoteAgain: 1, accounts: [{ declined: 1 }] }
    expect(await runOf(runId)).toMatchObject(waiting)
    expect(await rig.call('orders.list', { filter: { runId, waitsFor: 'declined' } })).toMatchObject({
      total: 1,
      rows: [{ target: 'one.com', state: 'refused' }],
    })
    await rig.restart()
    await expect.poll(() => rig.call('orders.runs', null)).toMatchObject([waiting])
  })
})

describe('Runs with orders refused for the expiry date or the permissions of the key', () => {
  test.each(['EXPIRY_MISMATCH', 'FORBIDDEN'] as const)(
    'An order refused with %s is offered with the others',
    async (code) => {
      payIn(10 * yen)
      const { quoteId, rows, totalYen } = await quote([renewal('one.com')])
      rig.simulator.faults.add({
        match: { method: 'POST', path: '/renew$' },
        times: 1,
        fault: { kind: 'status', status: serviceErrors[code].status, code },
      })
      const { runId } = await rig.call('orders.confirm', {
        quoteId,
        rowIds: rows.map(({ id }) => id),
        totalYen,
        agreesToTerms: true,
      })
      await untilStill(runId)
      expect(await runOf(runId)).toMatchObject({ state: 'ended', byStatus: { refused: 1 }, ordersToQuoteAgain: 1 })
      expect(charged()).toEqual([])
      await untilStill(await buy((await toPriceAgain(runId)).map(({ item }) => item)))
      expect(charged()).toEqual(['one.com'])
      expect(await runOf(runId)).toMatchObject({ ordersToQuoteAgain: 0, waitsForYou: 0 })
    },
  )
})

describe('Orders that lack balance', () => {
  const renewByOtherProgram = (name: string) => {
    const domain = rig.simulator.world.user('first').domains.get(name)
    if (domain) domain.expiryDate = '2028-03-31'
  }

  test('An order no longer waits for the user once the list shows its domain renewed or gone', async () => {
    const { runId, left } = await runOutOfMoney()
    const [renewed, gone, other] = left as [OrderIntentView, OrderIntentView, OrderIntentView]
    expect(await rig.call('orders.obsoleteReason', { intentId: renewed.id })).toBeNull()
    renewByOtherProgram(renewed.target)
    rig.simulator.world.user('first').domains.delete(gone.target)
    await rig.call('sync.start', { accountIds: [accountId] })
    await expect
      .poll(async () => await runOf(runId))
      .toMatchObject({ lackedBalance: 3, blockedByBalance: 1, ordersToQuoteAgain: 1 })
    expect((await toPriceAgain(runId)).map(({ intentId }) => intentId)).toEqual([other.id])
    const [account] = (await runOf(runId)).accounts
    for (const [waitsFor, count, ids] of [
      ['balance', account?.blockedByBalance, [other.id]],
      [
        'hold',
        account?.onHold,
        left.filter(({ id, state }) => id !== other.id && state === 'planned').map(({ id }) => id),
      ],
    ] as const) {
      const filter = { runId, waitsFor }
      const { rows, total } = await rig.call('orders.list', { filter })
      expect([waitsFor, total, rows.map(({ id }) => id).toSorted()]).toEqual([waitsFor, count, ids.toSorted()])
      expect(await rig.call('orders.counts', filter)).toMatchObject({ total: count })
    }
    expect(await rig.call('orders.obsoleteReason', { intentId: renewed.id })).toEqual({
      reason: 'renewed',
      expiryDate: '2028-03-31',
    })
    expect(await rig.call('orders.obsoleteReason', { intentId: gone.id })).toEqual({ reason: 'gone', expiryDate: null })
    await rig.restart()
    await expect.poll(async () => await toPriceAgain(runId)).toHaveLength(1)
  })

  test('A declined acquisition no longer waits for the user once the list of another account shows its domain', async () => {
    await rig.close()
    const otherToken = 'a-key-of-another-user'
    rig = await startSimulatorRig({
      world: {
        users: [
          { name: 'first', balance: 10 * yen, keys: [{ token, services: { domain: { allow_acquisition: true } } }] },
          { name: 'second', keys: [{ token: otherToken }], domains: [{ domain_name: 'one.com' }] },
        ],
      },
    })
    accountId = (await rig.addAccount('First', [token])).id
    const otherId = (await rig.addAccount('Second', [otherToken])).id
    const { quoteId, rows, totalYen } = await quote([
      { kind: 'acquire', accountId, name: 'new.com', years: 1, nameservers: null },
    ])
    rig.simulator.world.user('first').balance = 0
    const rowIds = rows.map(({ id }) => id)
    const { runId } = await rig.call('orders.confirm', { quoteId, rowIds, totalYen, agreesToTerms: true })
    await untilStill(runId)
    const [order] = (await intents(runId)) as [OrderIntentView]
    expect(await runOf(runId)).toMatchObject({ waitsForYou: 1, ordersToQuoteAgain: 1 })
    const { domains } = rig.simulator.world.user('second')
    const example = domains.get('one.com') as NonNullable<ReturnType<typeof domains.get>>
    domains.set('new.com', { ...example, name: 'new.com' })
    await rig.call('sync.start', { accountIds: [otherId] })
    await expect.poll(async () => await runOf(runId)).toMatchObject({ waitsForYou: 0, ordersToQuoteAgain: 0 })
    expect(await rig.call('orders.obsoleteReason', { intentId: order.id })).toMatchObject({
      reason: 'listed_in_other_account',
    })
  })

  test('A dismissed run with such orders stays dismissed after a restart', async () => {
    await rig.close()
    rig = await startSimulatorRig({
      world: {
        users: [
          {
            name: 'first',
            balance: 0,
            keys: [{ token, services: { domain: { allow_acquisition: true } } }],
            domains: names.map((domain_name) => ({ domain_name, expiry_date: '2027-03-31' })),
          },
        ],
      },
    })
    accountId = (await rig.addAccount('First', [token])).id
    const runId = await buy(names.slice(0, 2).map(renewal))
    await expect.poll(async () => (await runOf(runId)).state).not.toBe('running')
    await rig.call('orders.cancelRun', { runId })
    expect(await runOf(runId)).toMatchObject({ state: 'ended', isDismissed: false })
    await rig.call('orders.dismissRun', { runId })
    expect(await runOf(runId)).toMatchObject({ state: 'ended', isDismissed: true })
    await rig.restart()
    await expect.poll(() => rig.call('orders.runs', null)).toEqual([])
  })
})
