import { describe, expect, test } from 'vitest'
import { rateLimits } from '#shared/api/service-limits.ts'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { createTestOutcome, createTestCall, createRateLimitRig } from './rate-limit-rig.ts'

test('Undocumented limits are learnt from headers, and documented limits are never exceeded', async () => {
  const { rateLimit } = createRateLimitRig()
  const rateHeaders = {
    'x-ratelimit-limit': '120',
    'x-ratelimit-remaining': '119',
    'x-ratelimit-concurrent-limit': '8',
    'x-ratelimit-concurrent-remaining': '7',
  }
  await rateLimit.layer(createTestCall({ endpoint: 'server.list' }), async () => createTestOutcome(200, rateHeaders))
  await rateLimit.layer(createTestCall({ endpoint: 'domain.list' }), async () => createTestOutcome(200, rateHeaders))
  expect(rateLimit.quotaUsage()).toMatchObject([
    { limitClass: 'server', perMinute: 120, concurrent: 8, learnt: ['perMinute', 'concurrent'] },
    { limitClass: 'domain', perMinute: 60, concurrent: 5, learnt: [] },
  ])
})

test('A header that confirms the estimate counts as learnt', async () => {
  const { rateLimit } = createRateLimitRig()
  await rateLimit.layer(createTestCall({ endpoint: 'server.list' }), async () =>
    createTestOutcome(200, { 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '29' }),
  )
  expect(rateLimit.quotaUsage()).toMatchObject([{ perMinute: 30, learnt: ['perMinute'] }])
})

test('A reset time far in the future belongs to the daily limit', async () => {
  const { clock, rateLimit } = createRateLimitRig()
  const reset = String(Math.floor(clock.now() / 1000) + 40_000)
  await rateLimit.layer(createTestCall({ endpoint: 'server.list' }), async () =>
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

describe('The calls of the day that other programs made', () => {
  /** Returns in how many seconds the account may send again after this response. */
  async function secondsUntilFreeAfter(status: number, headers: Record<string, string>): Promise<number> {
    const { clock, rateLimit } = createRateLimitRig()
    await rateLimit.layer(createTestCall({ endpoint: 'domain.list' }), async () => createTestOutcome())
    await clock.advance(hourMs)
    await rateLimit.layer(createTestCall({ endpoint: 'domain.list' }), async () =>
      createTestOutcome(status, {
        date: new Date(clock.now()).toUTCString(),
        'x-ratelimit-limit': String(rateLimits.domain.perDay),
        ...headers,
        'x-ratelimit-reset': String(Math.floor(clock.now() / 1000) + 39_600),
      }),
    )
    const [usage] = rateLimit.quotaUsage()
    return ((usage?.nextFreeAt ?? 0) - clock.now()) / 1000
  }

  test('count until the time that a 429 states', async () => {
    const refused = { 'x-ratelimit-remaining': '0', 'retry-after': '36000' }
    expect(await secondsUntilFreeAfter(429, refused)).toBeCloseTo(36_000, 0)
  })

  test('count until the reset time of a response that states no other', async () => {
    expect(await secondsUntilFreeAfter(200, { 'x-ratelimit-remaining': '0' })).toBeCloseTo(39_600, -1)
  })

  test('do not become free by a 429 about another limit', async () => {
    const { clock, rateLimit } = createRateLimitRig()
    await rateLimit.layer(createTestCall({ endpoint: 'domain.list' }), async () =>
      createTestOutcome(429, {
        date: new Date(clock.now()).toUTCString(),
        'x-ratelimit-limit': String(rateLimits.domain.perDay),
        'x-ratelimit-remaining': '4000',
        'x-ratelimit-reset': String(Math.floor(clock.now() / 1000) + 39_600),
        'retry-after': '30',
      }),
    )
    await clock.advance(minuteMs)
    expect(rateLimit.quotaUsage()).toMatchObject([{ usedDay: 6000 }])
  })
})
