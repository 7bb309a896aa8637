import { describe, expect, test } from 'vitest'
import { rateLimits } from '#shared/api/service-limits.ts'
import { dayMs } from '#shared/durations.ts'
import type { SendCall } from '#main/api/compose-call-layers.ts'
import { createRateLimitLayer } from '#main/api/rate-limit/rate-limit-layer.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { createTestOutcome, createTestCall, emptyLedgerStore } from './rate-limit-rig.ts'

const serverNow = Date.UTC(2026, 10, 20, 3, 0, 0)
const date = new Date(serverNow).toUTCString()
const secondsFromNow = (seconds: number) => String(serverNow / 1000 + seconds)

describe.each([0, 10 * 365 * dayMs, -10 * 365 * dayMs, 3_600_000, -3_600_000])(
  'a local clock that is wrong by %i ms, with the Date header of the service',
  (errorMs) => {
    function createRig() {
      const clock = createVirtualClock(serverNow + errorMs)
      return { clock, rateLimit: createRateLimitLayer({ clock, store: emptyLedgerStore }) }
    }

    test('A reset time is assigned to the minute or the day independently of the local clock', async () => {
      const { rateLimit } = createRig()
      const day = {
        'x-ratelimit-limit': '9000',
        'x-ratelimit-remaining': '8999',
        'x-ratelimit-reset': secondsFromNow(40_000),
        date,
      }
      const minute = {
        'x-ratelimit-limit': '45',
        'x-ratelimit-remaining': '44',
        'x-ratelimit-reset': secondsFromNow(30),
        date,
      }
      await rateLimit.layer(createTestCall({ endpoint: 'server.list' }), async () => createTestOutcome(200, day))
      await rateLimit.layer(createTestCall({ endpoint: 'account.me' }), async () => createTestOutcome(200, minute))
      expect(rateLimit.quotaUsage()).toMatchObject([
        { limitClass: 'server', perDay: 9000, perMinute: rateLimits.server.perMinute },
        { limitClass: 'account', perMinute: 45, perDay: rateLimits.account.perDay },
      ])
    })

    test.each([
      ['in seconds', '30'],
      ['as a date, which a proxy may give', new Date(serverNow + 30_000).toUTCString()],
    ])(
      'Retry-After blocks the limit class for the same time independently of the local clock: %s',
      async (_, retryAfter) => {
        const { clock, rateLimit } = createRig()
        await rateLimit.layer(createTestCall(), async () =>
          createTestOutcome(429, {
            'retry-after': retryAfter,
            'x-ratelimit-limit': '60',
            'x-ratelimit-remaining': '0',
            date,
          }),
        )
        let leftAt = 0
        const note: SendCall = async () => {
          leftAt = clock.monotonic()
          return createTestOutcome()
        }
        await clock.until(rateLimit.layer(createTestCall({ priority: 'interactive' }), note))
        expect(leftAt).toBeGreaterThanOrEqual(30_000)
        expect(leftAt).toBeLessThan(61_000)
      },
    )
  },
)
