import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs, rateLimits, minuteMs } from '#shared/api/limits.ts'
import { createUniformRandom } from '#test/bench/rate-limiter/random-distributions.ts'
import { lifetimesArbitrary, playLifetimes, playLifetimesThroughDay, type ObservedCalls } from '#test/campaign/rate-limiter-restarts.ts'
import { temporaryDatabase } from '#test/main/api/client-rig.ts'

const { perMinute, perDay, concurrent } = rateLimits.domain

function expectUnderLimits({ refused, mostInMinute, mostInDay, mostAtOnce, faults }: ObservedCalls): void {
  expect({ refused, faults }).toEqual({ refused: 0, faults: [] })
  expect(mostInMinute).toBeLessThanOrEqual(perMinute)
  expect(mostInDay).toBeLessThanOrEqual(perDay)
  expect(mostAtOnce).toBeLessThanOrEqual(concurrent)
}

/** `npm run campaign -- schedule` plays thousands of them. */
describe('through any traffic, wrong clocks, cancellations and kills', () => {
  test('nothing is refused, whatever window the service has; no call is lost or sent twice; each ends in time', async () => {
    const database = temporaryDatabase()
    await fc.assert(
      fc.asyncProperty(lifetimesArbitrary, async (lives) => expectUnderLimits(await playLifetimes(database, lives))),
      // Of a failing one, a smaller is looked for so long.
      { numRuns: 50, interruptAfterTimeLimit: 15_000 },
    )
  })

  test('a day never holds more than its share, and the next day goes on', async () => {
    const { tookMs, ...seen } = await playLifetimesThroughDay(temporaryDatabase(), createUniformRandom(1))
    expectUnderLimits(seen)
    expect(seen.calls).toBeGreaterThan(perDay)
    expect(tookMs).toBeLessThan(dayMs + 10 * minuteMs)
  })
})
