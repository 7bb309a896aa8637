import { expect, test } from 'vitest'
import { createMinutesLeftEstimate } from '#main/inventory/sync/estimate-minutes-left.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'

const perMinute = 50

/** Ends a call every `everyMs`, for `forMs`. */
function measure() {
  const clock = createVirtualClock()
  const estimate = createMinutesLeftEstimate(clock)
  const run = async (everyMs: number, forMs: number) => {
    for (let passed = 0; passed < forMs; passed += everyMs) {
      await clock.advance(everyMs)
      estimate.recordEnd()
    }
  }
  return { estimate, run }
}

test('The remaining minutes follow the quota until calls are measured, and while calls keep up with the quota', async () => {
  const { estimate, run } = measure()
  expect(estimate.minutesLeft(500, perMinute)).toBe(10)
  await run(2_000, 20_000)
  expect(estimate.minutesLeft(500, perMinute)).toBe(10)
  await run(1_000, 120_000)
  expect(estimate.minutesLeft(500, perMinute)).toBe(10)
})

test('Calls slower than the quota, as of two accounts that share one, end about when the estimate says', async () => {
  const { estimate, run } = measure()
  const everyMs = 2_400
  await run(everyMs, 60_000)
  const promised = estimate.minutesLeft(500, perMinute)
  const needed = (500 * everyMs) / 60_000
  expect(Math.abs(promised - needed)).toBeLessThan(needed / 20)
  await run(everyMs, 250 * everyMs)
  expect(Math.abs(estimate.minutesLeft(250, perMinute) - needed / 2)).toBeLessThan(needed / 20)
})

test('A pace of more than five minutes ago does not change the estimate', async () => {
  const { estimate, run } = measure()
  await run(6_000, 300_000)
  expect(estimate.minutesLeft(50, perMinute)).toBeCloseTo(5)
  await run(1_000, 300_000)
  expect(estimate.minutesLeft(50, perMinute)).toBe(1)
})
