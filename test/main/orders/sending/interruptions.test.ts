import { describe, expect, test } from 'vitest'
import { createTransport } from '#main/api/http/transport.ts'
import { systemClock } from '#main/clock.ts'
import { createRunProgress } from '#main/orders/sending/run-progress.ts'
import { holdIntent, markSent } from '#main/orders/sending/intent-transitions.ts'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'
import { renewal as planned } from '#test/main/orders/sample-intents.ts'
import {
  expiry,
  createFastClock,
  rigApiKey,
  paidRequests,
  renewal,
  startOrders,
  transfer,
  worldOf,
  type OrdersRig,
} from '#test/main/orders/orders-rig.ts'

const events = ({ steps }: { steps: { event: string }[] }) => steps.map(({ event }) => event)
const post = { method: 'POST' }
const hourMs = 3_600_000
const left = { serverAt: null, upAt: 0, knownServers: null }
const slowRefusal = {
  kind: 'status',
  status: 429,
  code: 'RATE_LIMIT_EXCEEDED',
  headers: { 'retry-after': '1', 'x-ratelimit-limit': '10000' },
} as const

/** A transport that runs callbacks of the test before and after each request. */
function watched(around: {
  before?: (method: string) => Promise<void> | void
  after?: (method: string) => Promise<void> | void
}) {
  const transport = createTransport({ resolveProxy: async () => 'DIRECT' })
  return {
    async send(request: Parameters<typeof transport.send>[0]) {
      await around.before?.(request.method)
      const answer = await transport.send(request)
      await around.after?.(request.method)
      return answer
    },
    close: transport.close,
  }
}

describe('Orders in flight when their run is stopped', () => {
  test.each(['cancel', 'pause'] as const)(
    'After %s, an order that the service did not execute is not sent again',
    async (stop) => {
      const reached = Promise.withResolvers<void>()
      const go = Promise.withResolvers<void>()
      const rig = await startOrders(worldOf(), {
        transport: watched({
          async after(method) {
            if (method !== 'POST') return
            reached.resolve()
            await go.promise
          },
        }),
      })
      rig.simulator.faults.add({ match: post, times: 1, fault: slowRefusal })
      const [id] = await rig.place({ item: renewal })
      await reached.promise
      await rig.runs[stop](rig.intent(id as string).runId)
      go.resolve()
      const intent = await rig.untilIt(id as string, ({ steps }) => steps.some(({ event }) => event === 'rate_refused'))
      await systemClock.sleep(200)
      expect(paidRequests(rig.simulator)).toHaveLength(1)
      expect(rig.simulator.ledger.charges).toEqual([])
      if (stop === 'cancel') expect(rig.intent(id as string)).toMatchObject({ state: 'abandoned' })
      else {
        expect(rig.intent(id as string)).toMatchObject({ state: 'planned', hold: { reason: 'run_paused' } })
        await rig.runs.resume(intent.runId)
        await rig.until(id as string, 'done')
      }
    },
  )

  test('After a cancel, an order with a lost answer is only checked, also after a restart and a resume', async () => {
    const rig = await startOrders()
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'hang' } })
    const [id] = await rig.place({ item: renewal })
    await rig.until(id as string, 'sent')
    await rig.runs.cancel(rig.intent(id as string).runId)
    await rig.untilIt(id as string, ({ steps }) => steps.some(({ event }) => event === 'lost'))
    rig.crash()
    await rig.runs.resume(rig.intent(id as string).runId)
    const asked = await rig.untilIt(id as string, ({ needsYou }) => needsYou)
    expect(asked).toMatchObject({ state: 'unsettled', stop: 'cancelled' })
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('An order still needs a decision when a sending after a restart is lost, as the sendings before it', async () => {
    const rig = await startOrders()
    rig.simulator.faults.add({ match: post, fault: { kind: 'reset-before' } })
    const [id] = await rig.place({ item: renewal })
    await rig.untilIt(id as string, ({ needsYou }) => needsYou)
    rig.crash()
    const before = paidRequests(rig.simulator).length
    const lost = await rig.untilIt(
      id as string,
      ({ state }) => state === 'unsettled' && paidRequests(rig.simulator).length > before,
    )
    expect(lost.needsYou).toBe(true)
  })

  test('After a pause, an order is sent again only when the user resumes the run, and it is charged once', async () => {
    const rig = await startOrders()
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'reset-before' } })
    const [id] = await rig.place({ item: renewal })
    await rig.until(id as string, 'sent', 'unsettled')
    await rig.runs.pause(rig.intent(id as string).runId)
    await rig.untilIt(id as string, ({ needsYou }) => needsYou)
    expect(paidRequests(rig.simulator)).toHaveLength(1)
    await rig.runs.resume(rig.intent(id as string).runId)
    await rig.until(id as string, 'done')
    expect(rig.simulator.ledger.charges).toHaveLength(1)
  })
})

describe('Machine sleep', () => {
  test('A sleep between the reading and the second sending prevents a sending that the service may have forgotten', async () => {
    const clock = createFastClock()
    let slept = 0
    let armed = false
    const rig = await startOrders(worldOf(), {
      clock: { ...clock, now: () => clock.now() + slept },
      transport: watched({
        after(method) {
          if (method !== 'GET' || !armed) return
          armed = false
          slept += 72 * hourMs
          rig.simulator.advance(72 * hourMs)
        },
      }),
    })
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'reset-before' } })
    const [id] = await rig.place({ item: renewal })
    await rig.untilIt(id as string, ({ steps }) => steps.some(({ event }) => event === 'lost'))
    armed = true
    await rig.untilIt(id as string, ({ needsYou }) => needsYou)
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('A sleep of more than a day after the confirmation makes the order wait for the user', async () => {
    const clock = createFastClock()
    let slept = 0
    const rig = await startOrders(worldOf(), { clock: { ...clock, now: () => clock.now() + slept } })
    rig.accounts.change('a', { isPaused: true })
    const [id] = await rig.place({ item: renewal })
    await rig.untilIt(id as string, ({ hold: holdIntent }) => holdIntent?.reason === 'cannot_send')
    slept = 25 * hourMs
    rig.accounts.change('a', { isPaused: false })
    rig.runs.wake()
    await rig.untilIt(id as string, ({ hold: holdIntent }) => holdIntent?.reason === 'run_paused')
    expect(paidRequests(rig.simulator)).toEqual([])
    await rig.runs.resume(rig.intent(id as string).runId)
    await rig.until(id as string, 'done')
  })
})

describe('Replaced API keys', () => {
  test('A paid call that waits in the queue is sent with the new secret of a replaced key', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `waits-${index}.com`)
    const rig = await startOrders(
      worldOf({
        keys: [{ token: rigApiKey }, { token: 'the-new-secret' }],
        domains: names.map((domain_name) => ({ domain_name, expiry_date: expiry })),
      }),
    )
    rig.simulator.faults.add({ match: post, times: 5, fault: { kind: 'delay', ms: 120 } })
    const ids = await rig.place(...names.map((name) => ({ item: { ...renewal, name } as typeof renewal })))
    while (paidRequests(rig.simulator).length < 5) await systemClock.sleep(5)
    rig.accounts.addKey('a', { id: 'k', me: null }, 'the-new-secret')
    for (const id of ids) await rig.until(id, 'done')
    expect(paidRequests(rig.simulator).map(({ keyIndex }) => keyIndex)).toEqual([0, 0, 0, 0, 0, 1])
  })
})

describe('Auth codes in errors', () => {
  test('An auth code repeated by the service is in no other order that insufficient balance stops', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `stopped-${index}.com`)
    const rig = await startOrders(
      worldOf(
        { domains: names.map((domain_name) => ({ domain_name, expiry_date: expiry })) },
        { registered: ['moved-name.com'] },
      ),
    )
    const error = { code: 'PAYMENT_REQUIRED', message: 'xq7-auth was given, money was not', errors: ['xq7-auth'] }
    rig.simulator.faults.add({
      match: { method: 'POST', path: 'transfer$' },
      times: 1,
      fault: { kind: 'status', status: 402, code: 'PAYMENT_REQUIRED', body: { error } },
    })
    rig.simulator.faults.add({ match: { method: 'POST', path: 'renew$' }, fault: { kind: 'delay', ms: 50 } })
    const ids = await rig.place(
      { item: transfer, authCode: 'xq7-auth' },
      ...names.map((name) => ({ item: { ...renewal, name } as typeof renewal })),
    )
    await rig.until(ids[0] as string, 'refused')
    await rig.untilIt(ids.at(-1) as string, ({ hold: holdIntent }) => holdIntent?.reason === 'no_money')
    expect(JSON.stringify(ids.map(rig.intent))).not.toContain('xq7-auth')
  })

  test.each(['service', 'kind', 'e', 'VALIDATION_ERROR'])(
    'The auth code %s does not damage an answer that contains the same letters',
    async (authCode) => {
      const rig = await startOrders(worldOf({}, { registered: ['moved-name.com'] }))
      rig.simulator.faults.add({
        match: post,
        times: 1,
        fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR' },
      })
      const [id] = await rig.place({ item: transfer, authCode })
      expect((await rig.until(id as string, 'refused')).error).toMatchObject({
        kind: 'service',
        code: 'VALIDATION_ERROR',
        status: 422,
      })
    },
  )
})

describe('Changed settings', () => {
  test('A changed setting does not count as a check, so the user is not asked too early', async () => {
    const clock = createFastClock(1)
    const rig = await startOrders(worldOf(), { clock })
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' } })
    const [id] = await rig.place({ item: renewal })
    await rig.until(id as string, 'unsettled')
    for (let times = 0; times < 8; times += 1) {
      rig.runs.wake()
      await systemClock.sleep(60)
    }
    expect(rig.intent(id as string)).toMatchObject({ state: 'unsettled', needsYou: false })
  })

  test('A changed setting is no reason to send a lost order again', async () => {
    const clock = createFastClock(1)
    const rig = await startOrders(worldOf(), { clock })
    rig.simulator.faults.add({ match: post, fault: { kind: 'reset-before' } })
    const [id] = await rig.place({ item: renewal })
    await rig.until(id as string, 'unsettled')
    for (let times = 0; times < 8; times += 1) {
      rig.runs.wake()
      await systemClock.sleep(60)
    }
    expect(events(rig.intent(id as string)).filter((event) => event === 'sent').length).toBeLessThanOrEqual(2)
  })
})

describe('Requests that the service reports as still running', () => {
  test('A request that is reported as running for long is shown to the user', async () => {
    const rig = await startOrders()
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'reset-before' } })
    rig.simulator.faults.add({ match: post, fault: { kind: 'status', status: 409, code: 'DUPLICATE_REQUEST' } })
    const [id] = await rig.place({ item: renewal })
    const intent = await rig.untilIt(id as string, ({ needsYou }) => needsYou)
    expect(intent.state).toBe('unsettled')
    expect(events(intent).filter((event) => event === 'running').length).toBeLessThanOrEqual(6)
  })
})

describe('Outcomes that cannot be checked', () => {
  test.each([
    [
      'the service refuses every reading',
      (rig: OrdersRig) =>
        rig.simulator.faults.add({
          match: { method: 'GET' },
          fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
        }),
    ],
    ['the account was paused', (rig: OrdersRig) => rig.accounts.change('a', { isPaused: true })],
  ])('The user is asked within hours: %s', async (_, change) => {
    const rig = await startOrders(worldOf(), { clock: createFastClock(5_000) })
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' } })
    const [id] = await rig.place({ item: renewal })
    await rig.until(id as string, 'unsettled')
    change(rig)
    const asked = await rig.untilIt(id as string, ({ needsYou }) => needsYou)
    expect(asked.state).toBe('unsettled')
  })
})

describe('Long runs', () => {
  test('A lost order is checked and sent again before all other orders were sent', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `long-${index}.com`)
    const domain = { ...permissiveRateLimits, concurrent: 5 }
    const rig = await startOrders(
      {
        ...worldOf({ domains: names.map((domain_name) => ({ domain_name, expiry_date: expiry })) }),
        limits: { domain },
      },
      { clock: createFastClock(20) },
    )
    rig.simulator.faults.add({
      match: { method: 'POST', path: 'long-0.com/renew$' },
      times: 1,
      fault: { kind: 'reset-before' },
    })
    rig.simulator.faults.add({ match: post, fault: { kind: 'delay', ms: 100 } })
    const ids = await rig.place(...names.map((name) => ({ item: { ...renewal, name } as typeof renewal })))
    for (const id of ids) await rig.until(id, 'done')
    const isOfLostOrder = paidRequests(rig.simulator).map(({ path }) => path.includes('/long-0.com/'))
    expect(isOfLostOrder.filter(Boolean)).toHaveLength(2)
    expect(isOfLostOrder.lastIndexOf(true)).toBeLessThan(60)
  })

  test('A run is as old as its last sending, whatever is written of other orders', () => {
    const runProgress = createRunProgress({ clock: systemClock, isOvertaken: () => false, isDismissed: () => false })
    const [one, other] = [planned(1), planned(2)]
    const at = one.createdAt + 20 * hourMs
    runProgress.note(one)
    runProgress.note(other)
    runProgress.note(markSent(one, { at, serverAt: null }, left))
    runProgress.note(structuredClone(holdIntent(other, { at: at + 1, serverAt: null }, 'cannot_send')))
    expect(runProgress.activeAt(one.runId)).toBe(at)
  })
})
