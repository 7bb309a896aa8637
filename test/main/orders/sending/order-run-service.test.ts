import { describe, expect, test } from 'vitest'
import { createTransport } from '#main/api/http/transport.ts'
import { rateLimits } from '#shared/api/service-limits.ts'
import { AppError } from '#shared/app-error.ts'
import { calculateOrderQuotaCost } from '#shared/order-quota-cost.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { deriveOrderStatus } from '#main/orders/derive-order-status.ts'
import { createRenewalRequestDelay } from '#test/delay-renewal-requests.ts'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'
import {
  expiry,
  createFastClock,
  paidRequests,
  renewal,
  startOrders,
  buildOrdersWorld,
  type OrdersRig,
} from '#test/main/orders/orders-rig.ts'

const post = { method: 'POST' }
const price = 1_650
const names = Array.from({ length: 12 }, (_, index) => `name-${index}.com`)
const renewalOf = (name: string, accountId = 'a'): OrderItem => ({ kind: 'renew', accountId, name, years: 1 })
const domainsOf = (of: readonly string[]) => of.map((domain_name) => ({ domain_name, expiry_date: expiry }))
const world = (balance = 1_000_000) => buildOrdersWorld({ balance, domains: domainsOf(names) })

const states = (rig: OrdersRig, ids: readonly string[]) => ids.map((id) => rig.intent(id).state)
const runOf = (rig: OrdersRig) => {
  const [run] = rig.runs.list()
  if (!run) throw new Error('There is no run')
  return run
}
async function allEnded(rig: OrdersRig, ids: readonly string[]): Promise<void> {
  for (const id of ids) await rig.until(id, 'done', 'refused', 'abandoned')
}

describe('Runs of renewals', () => {
  test('A run reads one list for all orders, sends each order once and records each outcome', async () => {
    // Real time and a long time limit, so that a slow machine neither makes the list too old nor loses an answer.
    const rig = await startOrders(world(), { clock: createFastClock(1), timeLimitMs: 60_000 })
    const ids = await rig.place(...names.map((name) => ({ item: renewalOf(name) })))
    await allEnded(rig, ids)
    expect(rig.simulator.ledger.requests.filter(({ method }) => method === 'GET').map(({ target }) => target)).toEqual([
      '/v1/domain',
    ])
    expect(rig.simulator.ledger.charges.map(({ target }) => target).toSorted()).toEqual(names.toSorted())
    expect(runOf(rig)).toMatchObject({
      state: 'ended',
      total: 12,
      byStatus: { done: 12 },
      totalYen: 12 * price,
      doneYen: 12 * price,
    })
  })

  test.each([1, 3, 4, 12])('A run needs as many calls as were shown before paying, for %i renewals', async (count) => {
    const rig = await startOrders(world(), { clock: createFastClock(1), timeLimitMs: 60_000 })
    await allEnded(rig, await rig.place(...names.slice(0, count).map((name) => ({ item: renewalOf(name) }))))
    expect(rig.simulator.ledger.requests).toHaveLength(
      calculateOrderQuotaCost(
        Array.from({ length: count }, () => 'renew'),
        0,
        rateLimits,
      ).calls,
    )
  })

  test('A run never has more concurrent calls than the service allows', async () => {
    const renewalRequestDelay = createRenewalRequestDelay()
    const rig = await startOrders(
      { ...world(), limits: { domain: { ...permissiveRateLimits, concurrent: 5 } } } satisfies WorldFile,
      { onArrival: renewalRequestDelay.onArrival, timeLimitMs: 60_000 },
    )
    renewalRequestDelay.delayAfter(0, 'aoi')
    // Calls overlap also after the first five.
    rig.simulator.faults.add({ match: post, fault: { kind: 'delay', ms: 200 } })
    const ids = await rig.place(...names.map((name) => ({ item: renewalOf(name) })))
    await expect.poll(renewalRequestDelay.delayedCount).toBe(5)
    renewalRequestDelay.release()
    await allEnded(rig, ids)
    expect(Math.max(...rig.simulator.ledger.requests.map(({ inFlight }) => inFlight))).toBe(5)
    expect(paidRequests(rig.simulator)).toHaveLength(12)
  })

  test('Only the account with insufficient balance stops, and it continues when the user resumes the run', async () => {
    const key = 'key-of-another-account'
    const renewalRequestDelay = createRenewalRequestDelay()
    const rig = await startOrders(
      {
        ...world(3 * price),
        users: [
          ...(world(3 * price).users ?? []),
          { name: 'rin', keys: [{ token: key }], domains: domainsOf(['of-rin.com']) },
        ],
      },
      { onArrival: renewalRequestDelay.onArrival, timeLimitMs: 60_000 },
    )
    // After three paid orders and the first refusal, the orders in flight are not answered before the rest is held.
    renewalRequestDelay.delayAfter(4, 'aoi')
    rig.accounts.add({ id: 'b', baseUrl: rig.simulator.url })
    rig.accounts.addKey('b', { id: 'rin', me: null }, key)
    rig.simulator.faults.add({ match: { ...post, path: 'of-rin' }, fault: { kind: 'delay', ms: 300 } })
    const ids = await rig.place(...names.map((name) => ({ item: renewalOf(name) })), {
      item: renewalOf('of-rin.com', 'b'),
      keyId: 'rin',
    })
    await rig.until(ids.at(-1) as string, 'done')
    await expect.poll(() => ids.some((id) => rig.intent(id).hold?.reason === 'no_money')).toBe(true)
    renewalRequestDelay.release()
    for (const id of ids.slice(0, -1))
      await rig.untilIt(id, ({ state, hold }) => state === 'done' || state === 'refused' || hold?.reason === 'no_money')
    const mine = ids.slice(0, -1).map((id) => rig.intent(id))
    expect(mine.filter(({ state }) => state === 'done')).toHaveLength(3)
    expect(mine.filter(({ state, hold }) => state === 'planned' && hold?.reason === 'no_money').length).toBeGreaterThan(
      0,
    )
    const run = runOf(rig)
    expect(run).toMatchObject({ state: 'held' })
    expect(run.accounts.map(({ accountId, stopped, error }) => [accountId, stopped, error?.code])).toEqual([
      ['a', 'no_money', 'PAYMENT_REQUIRED'],
      ['b', null, undefined],
    ])

    const aoi = rig.simulator.world.users.find(({ name }) => name === 'aoi')
    if (aoi) aoi.balance = 1_000_000
    await rig.runs.resume(run.id)
    await allEnded(rig, ids)
    const refused = states(rig, ids).filter((state) => state === 'refused').length
    expect(states(rig, ids).filter((state) => state === 'done')).toHaveLength(13 - refused)
    expect(rig.simulator.ledger.charges).toHaveLength(13 - refused)
  })

  test('A paused run sends nothing more and sends the rest after a resume', async () => {
    const rig = await startOrders({ ...world(), limits: { domain: { ...permissiveRateLimits, concurrent: 5 } } })
    rig.simulator.faults.add({ match: post, fault: { kind: 'delay', ms: 60 } })
    const ids = await rig.place(...names.map((name) => ({ item: renewalOf(name) })))
    await rig.untilIt(ids[0] as string, ({ state }) => state === 'sent')
    const { id } = runOf(rig)
    await rig.runs.pause(id)
    const sent = ids.filter((each) => rig.intent(each).state !== 'planned')
    await allEnded(rig, sent)
    expect(sent.length).toBeLessThan(12)
    expect(runOf(rig)).toMatchObject({ state: 'paused', byStatus: { held: 12 - sent.length } })
    expect(paidRequests(rig.simulator)).toHaveLength(sent.length)
    await rig.runs.resume(id)
    await allEnded(rig, ids)
    expect(rig.simulator.ledger.charges).toHaveLength(12)
  })

  test('A cancelled run abandons unsent orders, and sent orders continue', async () => {
    const rig = await startOrders({ ...world(), limits: { domain: { ...permissiveRateLimits, concurrent: 5 } } })
    rig.simulator.faults.add({ match: post, fault: { kind: 'delay', ms: 60 } })
    const ids = await rig.place(...names.map((name) => ({ item: renewalOf(name) })))
    await rig.untilIt(ids[0] as string, ({ state }) => state === 'sent')
    await rig.runs.cancel(runOf(rig).id)
    await allEnded(rig, ids)
    const done = states(rig, ids).filter((state) => state === 'done').length
    expect(states(rig, ids).filter((state) => state === 'abandoned')).toHaveLength(12 - done)
    expect(rig.simulator.ledger.charges).toHaveLength(done)
    expect(done).toBeLessThan(12)
  })

  test('A run cancelled during a connection attempt that fails abandons the order that was not sent', async () => {
    const { promise: isTried, resolve: trying } = Promise.withResolvers<void>()
    const { promise: isEnded, resolve: end } = Promise.withResolvers<void>()
    const transport = createTransport({ resolveProxy: async () => 'DIRECT' })
    const rig = await startOrders(world(), {
      transport: {
        async send(request) {
          if (request.method !== 'POST') return transport.send(request)
          trying()
          await isEnded
          throw new AppError('no_network', 'There is no connection')
        },
        close: transport.close,
      },
    })
    const [id = ''] = await rig.place({ item: renewalOf('name-0.com') })
    await isTried
    await rig.runs.cancel(runOf(rig).id)
    expect(rig.intent(id)).toMatchObject({ state: 'sent', stop: 'cancelled', sentAt: expect.any(Number) })
    end()
    expect(await rig.until(id, 'abandoned')).toMatchObject({ sentAt: null, sendings: { count: 0 } })
    expect(paidRequests(rig.simulator)).toEqual([])
  })

  test('A run continues after a crash and charges nothing twice', async () => {
    const rig = await startOrders({ ...world(), limits: { domain: { ...permissiveRateLimits, concurrent: 5 } } })
    rig.simulator.faults.add({ match: post, fault: { kind: 'delay', ms: 40 } })
    const ids = await rig.place(...names.map((name) => ({ item: renewalOf(name) })))
    await rig.untilIt(ids[0] as string, ({ state }) => state === 'sent')
    rig.crash()
    await allEnded(rig, ids)
    expect(states(rig, ids)).toEqual(ids.map(() => 'done'))
    expect(rig.simulator.ledger.charges.map(({ target }) => target).toSorted()).toEqual(names.toSorted())
  })

  test('A run confirmed more than a day before the start waits for the user', async () => {
    const clock = createFastClock()
    let laterMs = 0
    const rig = await startOrders(world(), { clock: { ...clock, now: () => clock.now() + laterMs } })
    rig.accounts.change('a', { isPaused: true })
    const [id] = await rig.place({ item: renewalOf('name-0.com') })
    await rig.untilIt(id as string, ({ hold }) => hold?.reason === 'cannot_send')
    laterMs = 25 * 3_600_000
    rig.accounts.change('a', { isPaused: false })
    rig.crash()
    await rig.untilIt(id as string, ({ hold }) => hold?.reason === 'run_paused')
    expect(rig.simulator.ledger.requests).toEqual([])
    await rig.runs.resume(runOf(rig).id)
    await rig.until(id as string, 'done')
  })

  test('An order that could not be sent when the user resumed its run is sent within a day of that', async () => {
    const clock = createFastClock()
    let laterMs = 0
    const rig = await startOrders(world(), { clock: { ...clock, now: () => clock.now() + laterMs } })
    rig.accounts.change('a', { isPaused: true })
    const [id] = await rig.place({ item: renewalOf('name-0.com') })
    await rig.untilIt(id as string, ({ hold }) => hold?.reason === 'cannot_send')
    laterMs = 23 * 3_600_000
    await rig.runs.resume(runOf(rig).id)
    await rig.untilIt(id as string, ({ hold }) => hold?.reason === 'cannot_send')
    laterMs = 25 * 3_600_000
    rig.accounts.change('a', { isPaused: false })
    rig.crash()
    expect(await rig.until(id as string, 'done')).toMatchObject({ hold: null })
  })
})

describe('Decisions of the user', () => {
  async function unsettled(rig: OrdersRig): Promise<string> {
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'status', status: 500 } })
    const [id] = await rig.place({ item: renewal })
    await rig.until(id as string, 'unsettled')
    return id as string
  }

  test('The user states that an order happened', async () => {
    const rig = await startOrders()
    const id = await unsettled(rig)
    expect(await rig.runs.settleByUser(id, true, false)).toMatchObject({ state: 'done', needsYou: false })
    expect(rig.intent(id).steps.at(-1)).toMatchObject({ event: 'settled_by_person', fact: { happened: true } })
    await expect(rig.runs.settleByUser(id, false, false)).rejects.toMatchObject({ kind: 'conflict' })
  })

  test('The user states that an order did not happen, and nothing is sent again', async () => {
    const rig = await startOrders()
    const id = await unsettled(rig)
    expect(await rig.runs.settleByUser(id, false, false)).toMatchObject({ state: 'abandoned' })
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('The user allows a repeat, which has a new idempotency key, is otherwise the same and is linked to the old order', async () => {
    const rig = await startOrders()
    const id = await unsettled(rig)
    const old = await rig.runs.settleByUser(id, false, true)
    const again = rig.intent(old.steps.at(-1)?.fact['intentId'] as string)
    await rig.until(again.id, 'done')
    expect(again).toMatchObject({
      repeats: id,
      item: old.item,
      yen: old.yen,
      expiryDate: old.expiryDate,
      body: rig.intent(id).body,
    })
    const sent = paidRequests(rig.simulator)
    expect(sent.map(({ bodyText }) => bodyText)).toEqual([again.body, again.body])
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
    expect(rig.simulator.ledger.charges).toHaveLength(1)
  })

  test('A repeat of an order that happened after all is settled by a reading and not sent', async () => {
    // Slow enough for the user to decide before the first check.
    const rig = await startOrders(buildOrdersWorld(), { clock: createFastClock(10) })
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'status', status: 500, when: 'after' } })
    const [id] = await rig.place({ item: renewal })
    await rig.untilIt(id as string, ({ sendings }) => sendings.isBurnt)
    const old = await rig.runs.settleByUser(id as string, false, true)
    const again = old.steps.at(-1)?.fact['intentId'] as string
    const repeat = await rig.until(again, 'done')
    expect(repeat.sentAt).toBeNull()
    expect(deriveOrderStatus(repeat)).toBe('already_ordered')
    expect(rig.runs.list().find((run) => run.id === repeat.runId)).toMatchObject({
      byStatus: { already_ordered: 1, done: 0 },
      doneYen: 0,
    })
    expect(rig.simulator.ledger.charges).toHaveLength(1)
  })

  test('A sending of unknown outcome does not show the refusal for a limit of an earlier sending', async () => {
    const rig = await startOrders(buildOrdersWorld(), { clock: createFastClock(10) })
    rig.simulator.faults.add({
      match: post,
      times: 1,
      fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED' },
    })
    rig.simulator.faults.add({ match: post, fault: { kind: 'hang' } })
    const [id] = await rig.place({ item: renewal })
    const sent = await rig.untilIt(
      id as string,
      ({ state, steps }) => state === 'sent' && steps.some(({ event }) => event === 'rate_refused'),
    )
    expect(sent.error).toBeNull()
    rig.crash()
    const interrupted = await rig.untilIt(id as string, ({ state }) => state === 'unsettled')
    expect(interrupted.steps.some(({ event }) => event === 'interrupted')).toBe(true)
    expect(interrupted.error?.code).toBeUndefined()
  })

  test('A repeat that was answered with a 429 and then settled by a reading counts as already ordered, and as not charged', async () => {
    const rig = await startOrders(buildOrdersWorld(), { clock: createFastClock(20) })
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'status', status: 500 } })
    const [id] = await rig.place({ item: renewal })
    await rig.untilIt(id as string, ({ sendings }) => sendings.isBurnt)
    // The refusals last until the reading before the first sending is too old to be used again.
    rig.simulator.faults.add({
      match: post,
      times: 8,
      fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED' },
    })
    const old = await rig.runs.settleByUser(id as string, false, true)
    const again = old.steps.at(-1)?.fact['intentId'] as string
    await rig.untilIt(again, ({ steps }) => steps.at(-1)?.event === 'rate_refused')
    const domain = rig.simulator.world.user('aoi').domains.get('example.com')
    if (domain) domain.expiryDate = '2028-03-31'
    const repeat = await rig.until(again, 'done')
    expect(repeat.sentAt).not.toBeNull()
    expect(deriveOrderStatus(repeat)).toBe('already_ordered')
    expect(rig.runs.list().find((run) => run.id === repeat.runId)).toMatchObject({
      byStatus: { already_ordered: 1, done: 0 },
      doneYen: 0,
      unsettledYen: 0,
    })
  })

  test('A repeat is never refused because the first order arrived late, and it is settled', async () => {
    const rig = await startOrders(buildOrdersWorld(), { clock: createFastClock(10) })
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'status', status: 500 } })
    const [id] = await rig.place({ item: renewal })
    await rig.untilIt(id as string, ({ sendings }) => sendings.isBurnt)
    // The first order is executed between the reading and the arrival of the repeat.
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'status', status: 409, code: 'EXPIRY_MISMATCH' } })
    const old = await rig.runs.settleByUser(id as string, false, true)
    const again = old.steps.at(-1)?.fact['intentId'] as string
    const unclear = await rig.until(again, 'unsettled', 'refused')
    expect(unclear.state).toBe('unsettled')
    const domain = rig.simulator.world.user('aoi').domains.get('example.com')
    if (domain) domain.expiryDate = '2028-03-31'
    await rig.runs.checkOutcomeNow(again)
    expect(rig.intent(again).state).toBe('done')
    expect(paidRequests(rig.simulator)).toHaveLength(2)
  })

  test('The user can request a new reading of the target at any time', async () => {
    const rig = await startOrders()
    const id = await unsettled(rig)
    rig.simulator.ledger.clear()
    expect(await rig.runs.checkOutcomeNow(id)).toMatchObject({ state: 'unsettled' })
    expect(rig.simulator.ledger.requests.map(({ target }) => target)).toContain('/v1/domain/example.com')
  })

  test('Planned orders can be taken back, and sent orders stay', async () => {
    const rig = await startOrders()
    const sent = await unsettled(rig)
    rig.accounts.change('a', { isPaused: true })
    const [planned] = await rig.place({ item: { ...renewal, name: 'other.com' } as OrderItem })
    expect(await rig.runs.abandonIntents([sent, planned as string])).toBe(1)
    expect(states(rig, [sent, planned as string])).toEqual(['unsettled', 'abandoned'])
  })
})
