import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rateLimits } from '#shared/api/limits.ts'
import { minuteMs } from '#shared/durations.ts'
import type { SendCall } from '#main/api/middleware.ts'
import { priorities, type Priority } from '#main/api/types.ts'
import { createBantoLimiter } from '#test/bench/rate-limiter/compared-limiters.ts'
import { occasionalSessions } from '#test/bench/rate-limiter/simulated-user.ts'
import { defaultScenario, runScenario } from '#test/bench/rate-limiter/run-scenario.ts'
import { rejection } from '#test/main/api/client-rig.ts'
import { createTestOutcome, createTestCall, maxWithinWindow, createRateLimitRig } from './rate-limit-rig.ts'

const { perMinute, concurrent } = rateLimits.domain

interface Planned {
  startMs: number
  upMs: number
  servedMs: number
  downMs: number
  priority: Priority
  /** Milliseconds from the start of the call to its cancellation; null: never. */
  cancelledMs: number | null
}

/** Mostly bursts of interactive calls near the edges of the minute, because only interactive calls may use all of it. */
const planned = fc.record<Planned>({
  startMs: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(0, 100, 30_000, 55_000, 59_900, 60_050) },
    { weight: 1, arbitrary: fc.nat(150_000) },
  ),
  upMs: fc.oneof({ weight: 6, arbitrary: fc.nat(50) }, { weight: 1, arbitrary: fc.nat(20_000) }),
  servedMs: fc.oneof({ weight: 3, arbitrary: fc.nat(200) }, { weight: 1, arbitrary: fc.nat(3_000) }),
  downMs: fc.oneof({ weight: 6, arbitrary: fc.nat(50) }, { weight: 1, arbitrary: fc.nat(10_000) }),
  priority: fc.oneof(
    { weight: 4, arbitrary: fc.constant('interactive' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...priorities) },
  ),
  cancelledMs: fc.option(fc.nat(100_000), { freq: 8 }),
})

describe('the rate limiter', () => {
  test('The service never counts 61 calls in a minute or 6 at once; each call ends, and none is sent twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(planned, { minLength: 90, maxLength: 220 }), async (plans) => {
        const { clock, rateLimit } = createRateLimitRig()
        const arrivals: number[] = []
        const sent = new Map<number, number>()
        let [atOnce, mostAtOnce] = [0, 0]
        const ends = plans.map(async (plan, index) => {
          await clock.sleep(plan.startMs)
          const cancelling = new AbortController()
          if (plan.cancelledMs !== null) void clock.sleep(plan.cancelledMs).then(() => cancelling.abort())
          const send: SendCall = async () => {
            sent.set(index, (sent.get(index) ?? 0) + 1)
            await clock.sleep(plan.upMs)
            arrivals.push(clock.monotonic())
            atOnce += 1
            mostAtOnce = Math.max(mostAtOnce, atOnce)
            await clock.sleep(plan.servedMs)
            atOnce -= 1
            await clock.sleep(plan.downMs)
            return createTestOutcome()
          }
          const call = createTestCall({ priority: plan.priority, signal: cancelling.signal })
          return rateLimit.middleware(call, send).then(
            () => 'answered',
            (error: { kind: string }) => error.kind,
          )
        })
        const outcomes = await clock.until(Promise.all(ends))
        expect(maxWithinWindow(arrivals, minuteMs)).toBeLessThanOrEqual(perMinute)
        expect(mostAtOnce).toBeLessThanOrEqual(concurrent)
        for (const [index, outcome] of outcomes.entries()) {
          expect([outcome, sent.get(index) ?? 0]).toEqual(outcome === 'answered' ? ['answered', 1] : ['cancelled', 0])
        }
      }),
      { numRuns: 60 },
    )
  })

  test('Interactive calls use the whole minute: 60 are sent in the first', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    const left: number[] = []
    const send: SendCall = async () => {
      left.push(clock.monotonic())
      await clock.sleep(50)
      return createTestOutcome()
    }
    await clock.until(
      Promise.all(
        Array.from({ length: 120 }, () => rateLimit.middleware(createTestCall({ priority: 'interactive' }), send)),
      ),
    )
    expect(left.filter((at) => at < minuteMs)).toHaveLength(60)
    expect(Math.max(...left)).toBeLessThan(minuteMs + 5_000)
  })

  test('Batch calls use the whole minute and every slot while nobody else makes calls', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    let [sent, atOnce, mostAtOnce] = [0, 0, 0]
    const slow: SendCall = async () => {
      sent += 1
      atOnce += 1
      mostAtOnce = Math.max(mostAtOnce, atOnce)
      await clock.sleep(3_000)
      atOnce -= 1
      return createTestOutcome()
    }
    void Promise.all(Array.from({ length: 600 }, () => rateLimit.middleware(createTestCall(), slow)))
    await clock.advance(minuteMs)
    expect(sent).toBe(60)
    expect(mostAtOnce).toBe(concurrent)
  })

  test('A batch that fits into the minute is sent at once', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    const send: SendCall = async () => {
      await clock.sleep(200)
      return createTestOutcome()
    }
    await clock.until(Promise.all(Array.from({ length: 60 }, () => rateLimit.middleware(createTestCall(), send))))
    expect(clock.monotonic()).toBe((60 / concurrent) * 200)
  })

  test('A batch of whole minutes is not spread, because that would delay its last call', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    const send: SendCall = async () => {
      await clock.sleep(200)
      return createTestOutcome()
    }
    await clock.until(Promise.all(Array.from({ length: 120 }, () => rateLimit.middleware(createTestCall(), send))))
    expect(clock.monotonic()).toBeLessThan(minuteMs * 1.1)
  })

  test('A large batch is spread over the minute, so that a new caller soon gets a slot', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    const left: number[] = []
    const send: SendCall = async () => {
      left.push(clock.monotonic())
      await clock.sleep(200)
      return createTestOutcome()
    }
    void Promise.all(Array.from({ length: 1_000 }, () => rateLimit.middleware(createTestCall(), send)))
    await clock.advance(5 * minuteMs)
    expect(left.length).toBeGreaterThan(4.5 * perMinute)
    for (const [index, at] of left.entries()) expect(at - (left[index - 1] ?? 0)).toBeLessThan(2_500)
  })

  test('Batches of one priority take turns, whatever their size', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    const order: string[] = []
    const start = (id: string, calls: number) =>
      Array.from({ length: calls }, () =>
        rateLimit.middleware({ ...createTestCall({ priority: 'job' }), batch: { id, remainingCalls: 0 } }, async () => {
          order.push(id)
          await clock.sleep(100)
          return createTestOutcome()
        }),
      )
    await clock.until(Promise.all([...start('large', 50), ...start('small', 5)]))
    expect(order.slice(0, 10).filter((id) => id === 'small')).toHaveLength(5)
  })

  test.each([
    ['job', 20_000],
    ['interactive', 60_000],
  ] as const)('The lowest priority gets a slot at intervals, however many calls are %s', async (above, patienceMs) => {
    const { clock, rateLimit } = createRateLimitRig()
    const send: SendCall = async () => {
      await clock.sleep(100)
      return createTestOutcome()
    }
    void Promise.all(Array.from({ length: 400 }, () => rateLimit.middleware(createTestCall({ priority: above }), send)))
    const low = Array.from({ length: 2 }, () => rateLimit.middleware(createTestCall({ priority: 'background' }), send))
    await clock.until(low[0] as Promise<unknown>)
    expect(clock.monotonic()).toBeLessThan(patienceMs + minuteMs + 2_000)
    await clock.until(Promise.all(low))
    expect(clock.monotonic()).toBeLessThan(2 * (patienceMs + minuteMs + 2_000))
  })

  test('Calls with higher priority are sent first, and earlier calls first within a priority', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    const order: string[] = []
    const note =
      (name: string): SendCall =>
      async () => {
        order.push(name)
        await clock.sleep(10)
        return createTestOutcome()
      }
    const fill = Array.from({ length: 60 }, () =>
      rateLimit.middleware(createTestCall({ priority: 'job' }), note('fill')),
    )
    await clock.advance(1_000)
    const waiting = (['background', 'job', 'paid', 'interactive', 'background', 'paid'] as const).map(
      (priority, index) => rateLimit.middleware(createTestCall({ priority }), note(`${priority} ${index}`)),
    )
    await clock.until(Promise.all([...fill, ...waiting]))
    expect(order.filter((name) => name !== 'fill')).toEqual([
      'interactive 3',
      'paid 2',
      'paid 5',
      'job 1',
      'background 0',
      'background 4',
    ])
  })

  test('A waiting call gets the priority of an interactive caller that joins it', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    const call = createTestCall({ priority: 'background' })
    for (let index = 0; index < 58; index += 1)
      await rateLimit.middleware(createTestCall({ priority: 'interactive' }), async () => createTestOutcome())
    let isSent = false
    void rateLimit.middleware(call, async () => {
      isSent = true
      return createTestOutcome()
    })
    await clock.advance(1)
    expect(isSent).toBe(false)
    call.callPriority.raise('interactive', Infinity)
    await clock.advance(1)
    expect(isSent).toBe(true)
  })

  test('Retry-After blocks the limit class once for all waiting calls, and no other class or account', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    const refusal = createTestOutcome(429, {
      'retry-after': '30',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '0',
    })
    await rateLimit.middleware(createTestCall(), async () => refusal)
    const left: number[] = []
    const note: SendCall = async () => {
      left.push(clock.monotonic())
      return createTestOutcome()
    }
    await rateLimit.middleware(createTestCall({ endpoint: 'server.list' }), note)
    await rateLimit.middleware(createTestCall({ quota: 'b' }), note)
    expect(left).toEqual([0, 0])
    await clock.until(rateLimit.middleware(createTestCall({ priority: 'interactive' }), note))
    expect(left[2]).toBeGreaterThanOrEqual(30_000)
  })

  test('A 429 for concurrency does not block the limit per minute', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    const headers = {
      'retry-after': '1',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '40',
      'x-ratelimit-concurrent-limit': '5',
      'x-ratelimit-concurrent-remaining': '0',
    }
    await rateLimit.middleware(createTestCall(), async () => createTestOutcome(429, headers))
    let isSent = false
    await rateLimit.middleware(createTestCall({ priority: 'interactive' }), async () => {
      isSent = true
      return createTestOutcome()
    })
    expect(isSent).toBe(true)
    expect(clock.monotonic()).toBe(0)
  })

  test('External calls are recognized in the first response', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    await rateLimit.middleware(createTestCall(), async () =>
      createTestOutcome(200, { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '20' }),
    )
    const left: number[] = []
    const calls = Array.from({ length: 30 }, () =>
      rateLimit.middleware(createTestCall({ priority: 'interactive' }), async () => {
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
    const told = (now: number, used: number, resetAt: number) => ({
      date: new Date(now).toUTCString(),
      'x-ratelimit-limit': String(perMinute),
      'x-ratelimit-remaining': String(perMinute - used),
      'x-ratelimit-reset': seconds(resetAt),
    })

    /** Makes one call per second. `used`: the number of calls that the service counts in its minute, this one included. */
    async function callEachSecond(
      { clock, rateLimit }: ReturnType<typeof createRateLimitRig>,
      calls: number,
      used: (call: number) => number,
      resetAt: () => number,
    ): Promise<void> {
      for (let call = 1; call <= calls; call += 1) {
        await clock.until(
          rateLimit.middleware(createTestCall({ priority: 'interactive' }), async () =>
            createTestOutcome(200, told(clock.now(), used(call), resetAt())),
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
      const slow = rig.rateLimit.middleware(createTestCall(), async () => {
        const headers = told(rig.clock.now(), 21, resetAt)
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

  test('Undocumented limits are learnt from headers, and documented limits are never exceeded', async () => {
    const { rateLimit } = createRateLimitRig()
    const told = {
      'x-ratelimit-limit': '120',
      'x-ratelimit-remaining': '119',
      'x-ratelimit-concurrent-limit': '8',
      'x-ratelimit-concurrent-remaining': '7',
    }
    await rateLimit.middleware(createTestCall({ endpoint: 'server.list' }), async () => createTestOutcome(200, told))
    await rateLimit.middleware(createTestCall({ endpoint: 'domain.list' }), async () => createTestOutcome(200, told))
    expect(rateLimit.quotaUsage()).toMatchObject([
      { limitClass: 'server', perMinute: 120, concurrent: 8, learnt: ['perMinute', 'concurrent'] },
      { limitClass: 'domain', perMinute: 60, concurrent: 5, learnt: [] },
    ])
  })

  test('A header that confirms the estimate counts as learnt', async () => {
    const { rateLimit } = createRateLimitRig()
    await rateLimit.middleware(createTestCall({ endpoint: 'server.list' }), async () =>
      createTestOutcome(200, { 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '29' }),
    )
    expect(rateLimit.quotaUsage()).toMatchObject([{ perMinute: 30, learnt: ['perMinute'] }])
  })

  test('The quota usage says that only a response frees a slot while all slots are taken', async () => {
    const { rateLimit } = createRateLimitRig()
    const answers = [1, 2, 3].map(() => Promise.withResolvers<ReturnType<typeof createTestOutcome>>())
    const calls = answers.map(({ promise }) =>
      rateLimit.middleware(createTestCall({ endpoint: 'server.list' }), () => promise),
    )
    await expect
      .poll(() => rateLimit.quotaUsage())
      .toMatchObject([{ inFlight: 2, nextFreeAt: null, waitsForAnswer: true }])
    for (const { resolve } of answers) resolve(createTestOutcome(200, {}))
    await Promise.all(calls)
    expect(rateLimit.quotaUsage()).toMatchObject([{ inFlight: 0, waitsForAnswer: false }])
  })

  test('A reset time far in the future belongs to the daily limit', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    const reset = String(Math.floor(clock.now() / 1000) + 40_000)
    await rateLimit.middleware(createTestCall({ endpoint: 'server.list' }), async () =>
      createTestOutcome(200, {
        'x-ratelimit-limit': '9000',
        'x-ratelimit-remaining': '8000',
        'x-ratelimit-reset': reset,
      }),
    )
    expect(rateLimit.quotaUsage()).toMatchObject([
      { perMinute: rateLimits.server.perMinute, perDay: 9000, usedDay: 1000 },
    ])
  })

  test('A call that waits beyond its deadline fails with its wait and the limit it waited for', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    for (let index = 0; index < concurrent; index += 1)
      void rateLimit.middleware(createTestCall({ priority: 'interactive' }), () => new Promise(() => undefined))
    const error = await clock.until(
      rejection(rateLimit.middleware(createTestCall({ deadline: 20_000 }), async () => createTestOutcome())),
    )
    expect(error).toMatchObject({
      kind: 'waited_too_long',
      details: { waitedMs: 20_000, waitingFor: 'concurrent', freeAt: null },
    })
    expect(rateLimit.quotaUsage()).toMatchObject([{ waiting: { background: 0 } }])
  })

  test.each([
    ['minute', 20_000, 60, createTestOutcome()],
    ['retry_after', 90_000, 1, createTestOutcome(429, { 'retry-after': '3600' })],
  ] as const)(
    'A call that cannot be sent before its deadline fails at once: %s',
    async (waitingFor, leaveBy, before, outcome) => {
      const { clock, rateLimit } = createRateLimitRig()
      for (let index = 0; index < before; index += 1) await rateLimit.middleware(createTestCall(), async () => outcome)
      const error = await rejection(
        rateLimit.middleware(createTestCall({ deadline: leaveBy }), async () => createTestOutcome()),
      )
      expect(error).toMatchObject({
        kind: 'waited_too_long',
        details: { waitedMs: 0, waitingFor, freeAt: expect.any(Number) as number },
      })
      expect(clock.monotonic()).toBe(0)
    },
  )

  test('A call that was not sent uses no quota', async () => {
    const { rateLimit } = createRateLimitRig()
    await rejection(
      rateLimit.middleware(createTestCall(), async () => Promise.reject(new Error('refused by the last look'))),
    )
    expect(rateLimit.quotaUsage()).toMatchObject([{ usedMinute: 0, usedDay: 0, inFlight: 0 }])
  })
})
