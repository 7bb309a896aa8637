import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs, limits, minuteMs } from '#shared/api/limits.ts'
import { createRandom } from '#test/bench/schedule/random.ts'
import { course, live, liveThroughDay, type Seen } from '#test/campaign/schedule-lives.ts'
import { temporaryDatabase } from './rig.ts'

const { perMinute, perDay, concurrent } = limits.domain

function expectUnderLimits({ refused, mostInMinute, mostInDay, mostAtOnce, faults }: Seen): void {
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
      fc.asyncProperty(course, async (lives) => expectUnderLimits(await live(database, lives))),
      // Of a failing one, a smaller is looked for so long.
      { numRuns: 50, interruptAfterTimeLimit: 15_000 },
    )
  })

  test('a day never holds more than its share, and the next day goes on', async () => {
    const { tookMs, ...seen } = await liveThroughDay(temporaryDatabase(), createRandom(1))
    expectUnderLimits(seen)
    expect(seen.calls).toBeGreaterThan(perDay)
    expect(tookMs).toBeLessThan(dayMs + 10 * minuteMs)
  })
})
