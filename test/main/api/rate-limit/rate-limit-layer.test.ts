import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rateLimits } from '#shared/api/service-limits.ts'
import { minuteMs } from '#shared/durations.ts'
import type { SendCall } from '#main/api/compose-call-layers.ts'
import { callPriorities, type CallPriority } from '#main/api/api-client-interface.ts'
import { captureRejection } from '#test/capture-rejection.ts'
import { createTestOutcome, createTestCall, maxCountInSlidingWindow, createRateLimitRig } from './rate-limit-rig.ts'

const { perMinute, concurrent } = rateLimits.domain

interface Planned {
  startMs: number
  upMs: number
  servedMs: number
  downMs: number
  priority: CallPriority
  /** Milliseconds from the start of the call to its cancellation; null: never. */
  cancelledMs: number | null
}

/**
 * Mostly bursts of interactive calls near the edges of the minute, because only interactive calls may use all of it.
 */
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
    { weight: 1, arbitrary: fc.constantFrom(...callPriorities) },
  ),
  cancelledMs: fc.option(fc.nat(100_000), { freq: 8 }),
})

test('The service never counts 61 calls in a minute or 6 at once; each call ends, and none is sent twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(planned, { minLength: 90, maxLength: 220 }), async (plans) => {
      const { clock, rateLimit } = createRateLimitRig()
      const arrivals: number[] = []
      const sent = new Map<number, number>()
      let [atOnce, maxAtOnce] = [0, 0]
      const ends = plans.map(async (plan, index) => {
        await clock.sleep(plan.startMs)
        const cancelling = new AbortController()
        if (plan.cancelledMs !== null) void clock.sleep(plan.cancelledMs).then(() => cancelling.abort())
        const send: SendCall = async () => {
          sent.set(index, (sent.get(index) ?? 0) + 1)
          await clock.sleep(plan.upMs)
          arrivals.push(clock.monotonic())
          atOnce += 1
          maxAtOnce = Math.max(maxAtOnce, atOnce)
          await clock.sleep(plan.servedMs)
          atOnce -= 1
          await clock.sleep(plan.downMs)
          return createTestOutcome()
        }
        const call = createTestCall({ priority: plan.priority, signal: cancelling.signal })
        return rateLimit.layer(call, send).then(
          () => 'answered',
          (error: { kind: string }) => error.kind,
        )
      })
      const outcomes = await clock.until(Promise.all(ends))
      expect(maxCountInSlidingWindow(arrivals, minuteMs)).toBeLessThanOrEqual(perMinute)
      expect(maxAtOnce).toBeLessThanOrEqual(concurrent)
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
    Promise.all(Array.from({ length: 120 }, () => rateLimit.layer(createTestCall({ priority: 'interactive' }), send))),
  )
  expect(left.filter((at) => at < minuteMs)).toHaveLength(60)
  expect(Math.max(...left)).toBeLessThan(minuteMs + 5_000)
})

test('Retry-After blocks the limit class once for all waiting calls, and no other class or account', async () => {
  const { clock, rateLimit } = createRateLimitRig()
  const refusal = createTestOutcome(429, {
    'retry-after': '30',
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
  })
  await rateLimit.layer(createTestCall(), async () => refusal)
  const left: number[] = []
  const note: SendCall = async () => {
    left.push(clock.monotonic())
    return createTestOutcome()
  }
  await rateLimit.layer(createTestCall({ endpoint: 'server.list' }), note)
  await rateLimit.layer(createTestCall({ quota: 'b' }), note)
  expect(left).toEqual([0, 0])
  await clock.until(rateLimit.layer(createTestCall({ priority: 'interactive' }), note))
  expect(left[2]).toBeGreaterThanOrEqual(30_000)
})

test.each([
  ['without rate-limit headers', {}],
  ['with rate-limit headers', { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '40' }],
])('The pause after a 429 %s that names no time is not said to be asked for by the service', async (_, headers) => {
  const { clock, rateLimit } = createRateLimitRig()
  const nextCall = () => rateLimit.quotaUsage([])[0]
  await rateLimit.layer(createTestCall(), async () => createTestOutcome(429, headers))
  const pause = { nextFreeAt: clock.now() + 5_000, nextFreeAfter: 'pause_after_429', isWaitUnexplained: false }
  expect(nextCall()).toMatchObject(pause)
  const refusal = createTestOutcome(429, { ...headers, 'retry-after': '30' })
  await clock.until(rateLimit.layer(createTestCall(), async () => refusal))
  const until = clock.now() + 30_000
  expect(nextCall()).toMatchObject({ nextFreeAt: until, nextFreeAfter: 'retry_after' })
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
  await rateLimit.layer(createTestCall(), async () => createTestOutcome(429, headers))
  let isSent = false
  await rateLimit.layer(createTestCall({ priority: 'interactive' }), async () => {
    isSent = true
    return createTestOutcome()
  })
  expect(isSent).toBe(true)
  expect(clock.monotonic()).toBe(0)
})

test('The quota usage says that only a response frees a slot while all slots are taken', async () => {
  const { rateLimit } = createRateLimitRig()
  const answers = [1, 2, 3].map(() => Promise.withResolvers<ReturnType<typeof createTestOutcome>>())
  const calls = answers.map(({ promise }) =>
    rateLimit.layer(createTestCall({ endpoint: 'server.list' }), () => promise),
  )
  await expect
    .poll(() => rateLimit.quotaUsage())
    .toMatchObject([{ inFlight: 2, nextFreeAt: null, waitsForAnswer: true }])
  for (const { resolve } of answers) resolve(createTestOutcome(200, {}))
  await Promise.all(calls)
  expect(rateLimit.quotaUsage()).toMatchObject([{ inFlight: 0, waitsForAnswer: false }])
})

test('A call that waits beyond its deadline fails with its wait and the limit it waited for', async () => {
  const { clock, rateLimit } = createRateLimitRig()
  for (let index = 0; index < concurrent; index += 1)
    void rateLimit.layer(createTestCall({ priority: 'interactive' }), () => new Promise(() => undefined))
  const error = await clock.until(
    captureRejection(rateLimit.layer(createTestCall({ deadline: 20_000 }), async () => createTestOutcome())),
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
    for (let index = 0; index < before; index += 1) await rateLimit.layer(createTestCall(), async () => outcome)
    const error = await captureRejection(
      rateLimit.layer(createTestCall({ deadline: leaveBy }), async () => createTestOutcome()),
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
  await captureRejection(
    rateLimit.layer(createTestCall(), async () => Promise.reject(new Error('refused by the last look'))),
  )
  expect(rateLimit.quotaUsage()).toMatchObject([{ usedMinute: 0, usedDay: 0, inFlight: 0 }])
})
