import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rateLimits } from '#shared/api/service-limits.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { createUniformRandom } from '#test/bench/rate-limiter/random-distributions.ts'
import {
  appLifetimesArbitrary,
  playAppLifetimes,
  sendMoreThanDailyQuotaWithKills,
  type ObservedCalls,
} from '#test/campaign/play-app-lifetimes-on-rate-limiter.ts'
import { temporaryDatabase } from '#test/temporary-database.ts'

const { perMinute, perDay, concurrent } = rateLimits.domain

function expectUnderLimits({ refused, maxInMinute, maxInDay, maxAtOnce, faults }: ObservedCalls): void {
  expect({ refused, faults }).toEqual({ refused: 0, faults: [] })
  expect(maxInMinute).toBeLessThanOrEqual(perMinute)
  expect(maxInDay).toBeLessThanOrEqual(perDay)
  expect(maxAtOnce).toBeLessThanOrEqual(concurrent)
}

/** `npm run campaign -- rate-limiter` runs thousands of these cases. */
describe('any traffic with wrong clocks, cancellations and kills', () => {
  test('No call is refused by any kind of window, lost or sent twice, and each call ends in time', async () => {
    const database = temporaryDatabase()
    await fc.assert(
      fc.asyncProperty(appLifetimesArbitrary, async (lives) =>
        expectUnderLimits(await playAppLifetimes(database, lives)),
      ),
      // Time for finding a smaller case of a failure.
      { numRuns: 50, interruptAfterTimeLimit: 15_000 },
    )
  })

  test('A day never has more calls than its limit, and the next day continues', async () => {
    const { tookMs, ...seen } = await sendMoreThanDailyQuotaWithKills(temporaryDatabase(), createUniformRandom(1))
    expectUnderLimits(seen)
    expect(seen.calls).toBeGreaterThan(perDay)
    expect(tookMs).toBeLessThan(dayMs + 10 * minuteMs)
  })
})
