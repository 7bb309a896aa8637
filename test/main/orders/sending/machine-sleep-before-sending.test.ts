import { describe, expect, test } from 'vitest'
import { createTransport } from '#main/api/http/transport.ts'
import { createFastClock, paidRequests, renewal, startOrders, buildOrdersWorld } from '#test/main/orders/orders-rig.ts'

const post = { method: 'POST' }
const hourMs = 3_600_000

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

describe('Machine sleep', () => {
  test('A sleep between the reading and the second sending prevents a sending that the service may have forgotten', async () => {
    const clock = createFastClock()
    let slept = 0
    let armed = false
    const rig = await startOrders(buildOrdersWorld(), {
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
    const rig = await startOrders(buildOrdersWorld(), { clock: { ...clock, now: () => clock.now() + slept } })
    rig.accounts.change('a', { isPaused: true })
    const [id] = await rig.place({ item: renewal })
    await rig.untilIt(id as string, ({ hold: holdIntent }) => holdIntent?.reason === 'cannot_send')
    slept = 25 * hourMs
    rig.accounts.change('a', { isPaused: false })
    rig.runs.retryPendingSendings()
    await rig.untilIt(id as string, ({ hold: holdIntent }) => holdIntent?.reason === 'run_paused')
    expect(paidRequests(rig.simulator)).toEqual([])
    await rig.runs.resume(rig.intent(id as string).runId)
    await rig.until(id as string, 'done')
  })
})

test('An order whose reading before the sending waits until the confirmation is more than a day old waits for the user', async () => {
  const clock = createFastClock()
  let waited = 0
  let armed = false
  const rig = await startOrders(buildOrdersWorld(), {
    clock: { ...clock, now: () => clock.now() + waited, monotonic: () => clock.monotonic() + waited },
    transport: watched({
      before(method) {
        if (method !== 'GET' || !armed) return
        armed = false
        waited += 25 * hourMs
        rig.simulator.advance(25 * hourMs)
      },
    }),
  })
  rig.accounts.change('a', { isPaused: true })
  const [id] = await rig.place({ item: renewal })
  await rig.untilIt(id as string, ({ hold }) => hold?.reason === 'cannot_send')
  armed = true
  rig.accounts.change('a', { isPaused: false })
  rig.runs.retryPendingSendings()
  await rig.untilIt(id as string, ({ state, hold }) => state === 'done' || hold?.reason === 'run_paused')
  expect(paidRequests(rig.simulator)).toEqual([])
  await rig.runs.resume(rig.intent(id as string).runId)
  await rig.until(id as string, 'done')
})
