import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits, minuteMs } from '#shared/api/limits.ts'
import type { Send } from '#main/api/pipeline.ts'
import { priorities, type Priority } from '#main/api/types.ts'
import { ours } from '#test/bench/schedule/limiters.ts'
import { looksIn } from '#test/bench/schedule/person.ts'
import { plain, runScenario } from '#test/bench/schedule/scenario.ts'
import { rejection } from './rig.ts'
import { answered, callOf, mostWithin, newSchedule } from './schedule-rig.ts'

const { perMinute, concurrent } = limits.domain

interface Planned {
  startMs: number
  upMs: number
  servedMs: number
  downMs: number
  priority: Priority
  /** When it is cancelled, after its start; null: never. */
  cancelledMs: number | null
}

/** Mostly people, in bursts, near the edges of the minute: only they may use all of it. */
const planned = fc.record<Planned>({
  startMs: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(0, 100, 30_000, 55_000, 59_900, 60_050) }, { weight: 1, arbitrary: fc.nat(150_000) }),
  upMs: fc.oneof({ weight: 6, arbitrary: fc.nat(50) }, { weight: 1, arbitrary: fc.nat(20_000) }),
  servedMs: fc.oneof({ weight: 3, arbitrary: fc.nat(200) }, { weight: 1, arbitrary: fc.nat(3_000) }),
  downMs: fc.oneof({ weight: 6, arbitrary: fc.nat(50) }, { weight: 1, arbitrary: fc.nat(10_000) }),
  priority: fc.oneof({ weight: 4, arbitrary: fc.constant('interactive' as const) }, { weight: 1, arbitrary: fc.constantFrom(...priorities) }),
  cancelledMs: fc.option(fc.nat(100_000), { freq: 8 }),
})

describe('the schedule', () => {
  test('a 61st call never leaves in any minute, as the service counts it, nor a 6th at once; each call ends, none is sent twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(planned, { minLength: 90, maxLength: 220 }), async (plans) => {
        const { clock, schedule } = newSchedule()
        const arrivals: number[] = []
        const sent = new Map<number, number>()
        let [atOnce, mostAtOnce] = [0, 0]
        const ends = plans.map(async (plan, index) => {
          await clock.sleep(plan.startMs)
          const cancelling = new AbortController()
          if (plan.cancelledMs !== null) void clock.sleep(plan.cancelledMs).then(() => cancelling.abort())
          const send: Send = async () => {
            sent.set(index, (sent.get(index) ?? 0) + 1)
            await clock.sleep(plan.upMs)
            arrivals.push(clock.monotonic())
            atOnce += 1
            mostAtOnce = Math.max(mostAtOnce, atOnce)
            await clock.sleep(plan.servedMs)
            atOnce -= 1
            await clock.sleep(plan.downMs)
            return answered()
          }
          const call = callOf({ priority: plan.priority, signal: cancelling.signal })
          return schedule.layer(call, send).then(
            () => 'answered',
            (error: { kind: string }) => error.kind,
          )
        })
        const outcomes = await clock.until(Promise.all(ends))
        expect(mostWithin(arrivals, minuteMs)).toBeLessThanOrEqual(perMinute)
        expect(mostAtOnce).toBeLessThanOrEqual(concurrent)
        for (const [index, outcome] of outcomes.entries()) {
          expect([outcome, sent.get(index) ?? 0]).toEqual(outcome === 'answered' ? ['answered', 1] : ['cancelled', 0])
        }
      }),
      { numRuns: 60 },
    )
  })

  test('uses the whole minute: of interactive calls 60 leave in the first', async () => {
    const { clock, schedule } = newSchedule()
    const left: number[] = []
    const send: Send = async () => {
      left.push(clock.monotonic())
      await clock.sleep(50)
      return answered()
    }
    await clock.until(Promise.all(Array.from({ length: 120 }, () => schedule.layer(callOf({ priority: 'interactive' }), send))))
    expect(left.filter((at) => at < minuteMs)).toHaveLength(60)
    expect(Math.max(...left)).toBeLessThan(minuteMs + 5_000)
  })

  test('work uses the whole minute and every place while nobody else is there', async () => {
    const { clock, schedule } = newSchedule()
    let [sent, atOnce, mostAtOnce] = [0, 0, 0]
    const slow: Send = async () => {
      sent += 1
      atOnce += 1
      mostAtOnce = Math.max(mostAtOnce, atOnce)
      await clock.sleep(3_000)
      atOnce -= 1
      return answered()
    }
    void Promise.all(Array.from({ length: 600 }, () => schedule.layer(callOf(), slow)))
    await clock.advance(minuteMs)
    expect(sent).toBe(60)
    expect(mostAtOnce).toBe(concurrent)
  })

  test('work that fits into the minute goes at once', async () => {
    const { clock, schedule } = newSchedule()
    const send: Send = async () => {
      await clock.sleep(200)
      return answered()
    }
    await clock.until(Promise.all(Array.from({ length: 60 }, () => schedule.layer(callOf(), send))))
    expect(clock.monotonic()).toBe((60 / concurrent) * 200)
  })

  test('a work of whole minutes is not spread: its last call would come that much later', async () => {
    const { clock, schedule } = newSchedule()
    const send: Send = async () => {
      await clock.sleep(200)
      return answered()
    }
    await clock.until(Promise.all(Array.from({ length: 120 }, () => schedule.layer(callOf(), send))))
    expect(clock.monotonic()).toBeLessThan(minuteMs * 1.1)
  })

  test('a large work is spread over the minute, so that who comes first finds the next place soon', async () => {
    const { clock, schedule } = newSchedule()
    const left: number[] = []
    const send: Send = async () => {
      left.push(clock.monotonic())
      await clock.sleep(200)
      return answered()
    }
    void Promise.all(Array.from({ length: 1_000 }, () => schedule.layer(callOf(), send)))
    await clock.advance(5 * minuteMs)
    expect(left.length).toBeGreaterThan(4.5 * perMinute)
    for (const [index, at] of left.entries()) expect(at - (left[index - 1] ?? 0)).toBeLessThan(2_500)
  })

  test('works of one priority take turns, however much each has asked for', async () => {
    const { clock, schedule } = newSchedule()
    const order: string[] = []
    const start = (id: string, calls: number) =>
      Array.from({ length: calls }, () =>
        schedule.layer({ ...callOf({ priority: 'job' }), work: { id, following: 0 } }, async () => {
          order.push(id)
          await clock.sleep(100)
          return answered()
        }),
      )
    await clock.until(Promise.all([...start('large', 50), ...start('small', 5)]))
    expect(order.slice(0, 10).filter((id) => id === 'small')).toHaveLength(5)
  })

  test.each([['job', 20_000], ['interactive', 60_000]] as const)('the lowest priority gets a place now and then, however many calls are %s', async (above, patienceMs) => {
    const { clock, schedule } = newSchedule()
    const send: Send = async () => {
      await clock.sleep(100)
      return answered()
    }
    void Promise.all(Array.from({ length: 400 }, () => schedule.layer(callOf({ priority: above }), send)))
    const low = Array.from({ length: 2 }, () => schedule.layer(callOf({ priority: 'background' }), send))
    await clock.until(low[0] as Promise<unknown>)
    expect(clock.monotonic()).toBeLessThan(patienceMs + minuteMs + 2_000)
    await clock.until(Promise.all(low))
    expect(clock.monotonic()).toBeLessThan(2 * (patienceMs + minuteMs + 2_000))
  })

  test('lets the more urgent go first, and the earlier among equals', async () => {
    const { clock, schedule } = newSchedule()
    const order: string[] = []
    const note = (name: string): Send => async () => {
      order.push(name)
      await clock.sleep(10)
      return answered()
    }
    const fill = Array.from({ length: 60 }, () => schedule.layer(callOf({ priority: 'job' }), note('fill')))
    await clock.advance(1_000)
    const waiting = (['background', 'job', 'paid', 'interactive', 'background', 'paid'] as const).map((priority, index) =>
      schedule.layer(callOf({ priority }), note(`${priority} ${index}`)),
    )
    await clock.until(Promise.all([...fill, ...waiting]))
    expect(order.filter((name) => name !== 'fill')).toEqual(['interactive 3', 'paid 2', 'paid 5', 'job 1', 'background 0', 'background 4'])
  })

  test('a waiting call becomes as urgent as the person who now wants it too', async () => {
    const { clock, schedule } = newSchedule()
    const call = callOf({ priority: 'background' })
    for (let index = 0; index < 58; index += 1) await schedule.layer(callOf({ priority: 'interactive' }), async () => answered())
    let isSent = false
    void schedule.layer(call, async () => {
      isSent = true
      return answered()
    })
    await clock.advance(1)
    expect(isSent).toBe(false)
    call.urgency.raise('interactive', Infinity)
    await clock.advance(1)
    expect(isSent).toBe(true)
  })

  test('Retry-After closes the class for all waiting calls, once, and no other class', async () => {
    const { clock, schedule } = newSchedule()
    const refusal = answered(429, { 'retry-after': '30', 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' })
    await schedule.layer(callOf(), async () => refusal)
    const left: number[] = []
    const note: Send = async () => {
      left.push(clock.monotonic())
      return answered()
    }
    await schedule.layer(callOf({ endpoint: 'server.list' }), note)
    await schedule.layer(callOf({ quota: 'b' }), note)
    expect(left).toEqual([0, 0])
    await clock.until(schedule.layer(callOf({ priority: 'interactive' }), note))
    expect(left[2]).toBeGreaterThanOrEqual(30_000)
  })

  test('a refusal for too many at once is not a refusal for the minute', async () => {
    const { clock, schedule } = newSchedule()
    const headers = { 'retry-after': '1', 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '40', 'x-ratelimit-concurrent-limit': '5', 'x-ratelimit-concurrent-remaining': '0' }
    await schedule.layer(callOf(), async () => answered(429, headers))
    let isSent = false
    await schedule.layer(callOf({ priority: 'interactive' }), async () => {
      isSent = true
      return answered()
    })
    expect(isSent).toBe(true)
    expect(clock.monotonic()).toBe(0)
  })

  test('what other programs spend is noticed at the first answer', async () => {
    const { clock, schedule } = newSchedule()
    await schedule.layer(callOf(), async () => answered(200, { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '20' }))
    const left: number[] = []
    const calls = Array.from({ length: 30 }, () =>
      schedule.layer(callOf({ priority: 'interactive' }), async () => {
        left.push(clock.monotonic())
        return answered()
      }),
    )
    await clock.until(Promise.all(calls))
    // Two calls are left to them.
    expect(left.filter((at) => at < minuteMs)).toHaveLength(18)
  })

  describe('where answers tell a reset', () => {
    const { perMinute } = limits.domain
    const seconds = (ms: number) => String(Math.ceil(ms / 1000))
    const told = (now: number, used: number, resetAt: number) => ({
      date: new Date(now).toUTCString(),
      'x-ratelimit-limit': String(perMinute),
      'x-ratelimit-remaining': String(perMinute - used),
      'x-ratelimit-reset': seconds(resetAt),
    })

    /** A call a second. `used`: what the service counts in its minute with the call. */
    async function callEachSecond({ clock, schedule }: ReturnType<typeof newSchedule>, calls: number, used: (call: number) => number, resetAt: () => number): Promise<void> {
      for (let call = 1; call <= calls; call += 1) {
        await clock.until(schedule.layer(callOf({ priority: 'interactive' }), async () => answered(200, told(clock.now(), used(call), resetAt()))))
        await clock.advance(1_000)
      }
    }

    test('that moves on with every answer, no call of ours is taken for one of another program', async () => {
      const rig = newSchedule()
      await callEachSecond(rig, 30, (call) => call, () => rig.clock.now() + minuteMs)
      expect(rig.schedule.gauges()).toMatchObject([{ usedMinute: 30 }])
    })

    test('and one of them takes long to arrive, no call of ours is taken for one of another program', async () => {
      const rig = newSchedule()
      const resetAt = rig.clock.now() + minuteMs
      await callEachSecond(rig, 20, (call) => call, () => resetAt)
      const slow = rig.schedule.layer(callOf(), async () => {
        const headers = told(rig.clock.now(), 21, resetAt)
        await rig.clock.sleep(30_000)
        return answered(200, headers)
      })
      await rig.clock.until(slow)
      expect(rig.schedule.gauges()).toMatchObject([{ usedMinute: 21 }])
    })

    test('at which the minute begins anew, what other programs spend after it is noticed', async () => {
      const rig = newSchedule()
      const resetAt = rig.clock.now() + 30_000
      await callEachSecond(rig, 30, (call) => call, () => resetAt)
      await callEachSecond(rig, 10, (call) => call + 15, () => resetAt + minuteMs)
      // The reset is told in whole seconds: two calls of ours before it may be among the 15.
      expect(rig.schedule.gauges()).toMatchObject([{ usedMinute: 30 + 10 + 15 - 2 }])
    })
  })

  test.each([
    ['sliding', false],
    ['sliding', true],
    ['fixed', true],
  ] as const)('beside another program on the same quota hardly a call is refused: window %s, refused calls count %s', async (window, countsRefused) => {
    const others = { foreignPerMinute: 12, window, countsRefused }
    const courses = []
    for (const seed of [1, 2, 3, 4]) courses.push(await runScenario(ours(), { ...plain, ...others, calls: 1_000, person: looksIn, seed }))
    const [sent, refused] = [courses.reduce((sum, course) => sum + course.sent, 0), courses.reduce((sum, course) => sum + course.refused, 0)]
    expect((1_000 * refused) / sent).toBeLessThanOrEqual(2)
  })

  test('learns the limits of a class that states none, and never goes above a stated one', async () => {
    const { schedule } = newSchedule()
    const told = { 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '119', 'x-ratelimit-concurrent-limit': '8', 'x-ratelimit-concurrent-remaining': '7' }
    await schedule.layer(callOf({ endpoint: 'server.list' }), async () => answered(200, told))
    await schedule.layer(callOf({ endpoint: 'domain.list' }), async () => answered(200, told))
    expect(schedule.gauges()).toMatchObject([
      { limitClass: 'server', perMinute: 120, concurrent: 8, learnt: ['perMinute', 'concurrent'] },
      { limitClass: 'domain', perMinute: 60, concurrent: 5, learnt: [] },
    ])
  })

  test('a number that an answer tells is learnt also where the estimate was the same', async () => {
    const { schedule } = newSchedule()
    await schedule.layer(callOf({ endpoint: 'server.list' }), async () => answered(200, { 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '29' }))
    expect(schedule.gauges()).toMatchObject([{ perMinute: 30, learnt: ['perMinute'] }])
  })

  test('tells that only an answer lets the next call leave while as many are in progress as may be', async () => {
    const { schedule } = newSchedule()
    const answers = [1, 2, 3].map(() => Promise.withResolvers<ReturnType<typeof answered>>())
    const calls = answers.map(({ promise }) => schedule.layer(callOf({ endpoint: 'server.list' }), () => promise))
    await expect.poll(() => schedule.gauges()).toMatchObject([{ inFlight: 2, nextFreeAt: null, waitsForAnswer: true }])
    for (const { resolve } of answers) resolve(answered(200, {}))
    await Promise.all(calls)
    expect(schedule.gauges()).toMatchObject([{ inFlight: 0, waitsForAnswer: false }])
  })

  test('a reset far away is the day of the quota, not its minute', async () => {
    const { clock, schedule } = newSchedule()
    const reset = String(Math.floor(clock.now() / 1000) + 40_000)
    await schedule.layer(callOf({ endpoint: 'server.list' }), async () =>
      answered(200, { 'x-ratelimit-limit': '9000', 'x-ratelimit-remaining': '8000', 'x-ratelimit-reset': reset }),
    )
    expect(schedule.gauges()).toMatchObject([{ perMinute: limits.server.perMinute, perDay: 9000, usedDay: 1000 }])
  })

  test('a call that waits longer than it may is told how long and for what', async () => {
    const { clock, schedule } = newSchedule()
    for (let index = 0; index < concurrent; index += 1) void schedule.layer(callOf({ priority: 'interactive' }), () => new Promise(() => undefined))
    const error = await clock.until(rejection(schedule.layer(callOf({ leaveBy: 20_000 }), async () => answered())))
    expect(error).toMatchObject({ kind: 'waited_too_long', details: { waitedMs: 20_000, waitingFor: 'concurrent', freeAt: null } })
    expect(schedule.gauges()).toMatchObject([{ waiting: { background: 0 } }])
  })

  test.each([
    ['minute', 20_000, 60, answered()],
    ['retry_after', 90_000, 1, answered(429, { 'retry-after': '3600' })],
  ] as const)('a call that cannot leave in its time is told at once: %s', async (waitingFor, leaveBy, before, outcome) => {
    const { clock, schedule } = newSchedule()
    for (let index = 0; index < before; index += 1) await schedule.layer(callOf(), async () => outcome)
    const error = await rejection(schedule.layer(callOf({ leaveBy }), async () => answered()))
    expect(error).toMatchObject({ kind: 'waited_too_long', details: { waitedMs: 0, waitingFor, freeAt: expect.any(Number) as number } })
    expect(clock.monotonic()).toBe(0)
  })

  test('a call of which nothing was sent costs nothing', async () => {
    const { schedule } = newSchedule()
    await rejection(schedule.layer(callOf(), async () => Promise.reject(new Error('refused by the last look'))))
    expect(schedule.gauges()).toMatchObject([{ usedMinute: 0, usedDay: 0, inFlight: 0 }])
  })
})
