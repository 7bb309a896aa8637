import { describe, expect, test } from 'vitest'
import { createTransport } from '#main/api/http/transport.ts'
import { systemClock } from '#main/clock.ts'
import { order, paidRequests, renewal, startOrders, buildOrdersWorld } from '#test/main/orders/orders-rig.ts'

const post = { method: 'POST' }
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
      const rig = await startOrders(buildOrdersWorld(), {
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

  test('An order still needs a decision when the sending after a restart is lost like the earlier ones', async () => {
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

  test.each([
    ['a server after a lost answer', order, { kind: 'hang' }, false],
    ['a server after a crash', order, { kind: 'hang' }, true],
    ['a domain after a server error', renewal, { kind: 'status', status: 502, code: 'BACKEND_ERROR' }, false],
  ] as const)('A pause ends when its order may never be sent again: %s', async (_, item, fault, isCrash) => {
    const go = Promise.withResolvers<void>()
    const transport = watched({ after: (method) => (method === 'POST' ? go.promise : undefined) })
    const rig = await startOrders(buildOrdersWorld(), { transport })
    rig.simulator.faults.add({ match: post, times: 1, fault })
    const [id = ''] = await rig.place({ item })
    await expect.poll(() => paidRequests(rig.simulator)).toHaveLength(1)
    const { runId } = rig.intent(id)
    await rig.runs.pause(runId)
    expect(rig.intent(id)).toMatchObject({ state: 'sent', stop: 'paused' })
    if (isCrash) rig.crash()
    go.resolve()
    expect(await rig.until(id, 'unsettled')).toMatchObject({ stop: null })
    expect(rig.runs.list()).toMatchObject([{ state: 'checking' }])
    await rig.runs.resume(runId)
    await rig.untilIt(id, ({ needsYou }) => needsYou)
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })
})
