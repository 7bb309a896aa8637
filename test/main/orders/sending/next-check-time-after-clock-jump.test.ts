import { expect, test } from 'vitest'
import { hourMs, minuteMs, secondMs } from '#shared/durations.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { startOrdersThroughCommandsRig } from '#test/main/orders/orders-through-commands-rig.ts'
import { createClockWithForwardJumps } from '#test/system-clock-with-forward-jumps.ts'

/** An order of unknown outcome whose next check is five minutes away. */
async function startOrderOfUnknownOutcome() {
  const steadyClock = createClockWithForwardJumps()
  let offsetMs = 0
  const clock = { ...steadyClock, now: () => steadyClock.now() + offsetMs }
  const { rig, accountId } = await startOrdersThroughCommandsRig(clock)
  const items: OrderItem[] = [{ kind: 'renew', accountId, name: 'one.com', years: 1 }]
  const { rows, totalYen } = await rig.call('orders.quote', { quoteId: 'quote', items })
  rig.simulator.faults.add({
    match: { path: '/one.com/renew$' },
    fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' },
  })
  const rowIds = rows.map(({ id }) => id)
  const { intentIds } = await rig.call('orders.confirm', { quoteId: 'quote', rowIds, totalYen, agreesToTerms: true })
  const intentId = String(intentIds[0])
  const read = () => rig.call('orders.intent', { intentId })
  const msUntilNextCheck = async () => ((await read()).nextLookAt ?? 0) - clock.now()
  for (const delayMs of [5 * secondMs, 15 * secondMs, minuteMs, 5 * minuteMs]) {
    await expect.poll(msUntilNextCheck).toBeGreaterThan(0.8 * delayMs)
    if (delayMs < 5 * minuteMs) steadyClock.advance(1.1 * delayMs)
  }
  return {
    advance: steadyClock.advance,
    msUntilNextCheck,
    countReadings: () => rig.simulator.ledger.requests.filter(({ path }) => path === '/v1/domain/one.com').length,
    /** Changes the clock without the timers, as setting it or a sleep of the computer does. */
    jump: (ms: number) => void (offsetMs += ms),
  }
}

test.each([
  ['forward', 9 * hourMs],
  ['back', -3 * hourMs],
])(
  'The time of the next check of an unknown outcome that is shown is its real time after the clock moved %s, and no check is added',
  async (_, ms) => {
    const { advance, jump, msUntilNextCheck, countReadings } = await startOrderOfUnknownOutcome()
    const readings = countReadings()
    jump(ms)
    advance(30 * secondMs)
    await expect.poll(async () => Math.abs((await msUntilNextCheck()) - 4.5 * minuteMs)).toBeLessThan(minuteMs)
    expect(countReadings()).toBe(readings)
    advance(5 * minuteMs)
    await expect.poll(msUntilNextCheck).toBeGreaterThan(10 * minuteMs)
    expect(countReadings()).toBe(readings + 1)
  },
)
