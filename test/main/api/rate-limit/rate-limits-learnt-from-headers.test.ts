import { expect, test } from 'vitest'
import { rateLimits } from '#shared/api/service-limits.ts'
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
