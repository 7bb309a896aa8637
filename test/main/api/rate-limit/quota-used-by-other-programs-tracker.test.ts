import { describe, expect, test } from 'vitest'
import { rateLimits } from '#shared/api/service-limits.ts'
import { minuteMs } from '#shared/durations.ts'
import { createBantoLimiter } from '#test/bench/rate-limiter/compared-limiters.ts'
import { occasionalSessions } from '#test/bench/rate-limiter/simulated-user.ts'
import { defaultScenario, runScenario } from '#test/bench/rate-limiter/run-scenario.ts'
import { createTestOutcome, createTestCall, createRateLimitRig } from './rate-limit-rig.ts'

test('External calls are recognized in the first response', async () => {
  const { clock, rateLimit } = createRateLimitRig()
  await rateLimit.layer(createTestCall(), async () =>
    createTestOutcome(200, { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '20' }),
  )
  const left: number[] = []
  const calls = Array.from({ length: 30 }, () =>
    rateLimit.layer(createTestCall({ priority: 'interactive' }), async () => {
      left.push(clock.monotonic())
      return createTestOutcome()
    }),
  )
  await clock.until(Promise.all(calls))
  // Two calls are left to the other programs.
  expect(left.filter((at) => at < minuteMs)).toHaveLength(18)
})

describe('responses with a reset time', () => {
  const { perMinute } = rateLimits.domain
  const seconds = (ms: number) => String(Math.ceil(ms / 1000))
  const rateHeaders = (now: number, used: number, resetAt: number) => ({
    date: new Date(now).toUTCString(),
    'x-ratelimit-limit': String(perMinute),
    'x-ratelimit-remaining': String(perMinute - used),
    'x-ratelimit-reset': seconds(resetAt),
  })

  /**
   * Makes one call per second. `used`: the number of calls that the service counts in its minute, this one included.
   */
  async function callEachSecond(
    { clock, rateLimit }: ReturnType<typeof createRateLimitRig>,
    calls: number,
    used: (call: number) => number,
    resetAt: () => number,
  ): Promise<void> {
    for (let call = 1; call <= calls; call += 1) {
      await clock.until(
        rateLimit.layer(createTestCall({ priority: 'interactive' }), async () =>
          createTestOutcome(200, rateHeaders(clock.now(), used(call), resetAt())),
        ),
      )
      await clock.advance(1_000)
    }
  }

  test('Own calls are not counted as external when the reset time moves with each response', async () => {
    const rig = createRateLimitRig()
    await callEachSecond(
      rig,
      30,
      (call) => call,
      () => rig.clock.now() + minuteMs,
    )
    expect(rig.rateLimit.quotaUsage()).toMatchObject([{ usedMinute: 30 }])
  })

  test('Own calls are not counted as external when a response with a reset time arrives late', async () => {
    const rig = createRateLimitRig()
    const resetAt = rig.clock.now() + minuteMs
    await callEachSecond(
      rig,
      20,
      (call) => call,
      () => resetAt,
    )
    const slow = rig.rateLimit.layer(createTestCall(), async () => {
      const headers = rateHeaders(rig.clock.now(), 21, resetAt)
      await rig.clock.sleep(30_000)
      return createTestOutcome(200, headers)
    })
    await rig.clock.until(slow)
    expect(rig.rateLimit.quotaUsage()).toMatchObject([{ usedMinute: 21 }])
  })

  test('External calls after the reset of a fixed window are recognized', async () => {
    const rig = createRateLimitRig()
    const resetAt = rig.clock.now() + 30_000
    await callEachSecond(
      rig,
      30,
      (call) => call,
      () => resetAt,
    )
    await callEachSecond(
      rig,
      10,
      (call) => call + 15,
      () => resetAt + minuteMs,
    )
    // The reset time has whole seconds, so two own calls before it may be among the 15.
    expect(rig.rateLimit.quotaUsage()).toMatchObject([{ usedMinute: 30 + 10 + 15 - 2 }])
  })
})

test.each([
  ['sliding', false],
  ['sliding', true],
  ['fixed', true],
] as const)(
  'Beside another program on the same quota, at most 2 of 1,000 calls are refused: window %s, refused calls count %s',
  async (window, countsRefused) => {
    const others = { foreignPerMinute: 12, window, countsRefused }
    const courses = []
    for (const seed of [1, 2, 3, 4])
      courses.push(
        await runScenario(createBantoLimiter(), {
          ...defaultScenario,
          ...others,
          calls: 1_000,
          person: occasionalSessions,
          seed,
        }),
      )
    const [sent, refused] = [
      courses.reduce((sum, course) => sum + course.sent, 0),
      courses.reduce((sum, course) => sum + course.refused, 0),
    ]
    expect((1_000 * refused) / sent).toBeLessThanOrEqual(2)
  },
)
