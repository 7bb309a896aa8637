import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRateLedger } from '#main/api/rate-limit/rate-ledger.ts'
import { parseRateLimitHeaders, parseRetryAfterMs } from '#main/api/http/parse-rate-limit-headers.ts'
import { parseServiceTimeOfResponse } from '#main/api/http/parse-date-header.ts'
import { rateLimits } from '#shared/api/service-limits.ts'
import { acceptedResponseHeaderRanges } from '#shared/api/accepted-response-header-ranges.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const dated = (headers: Record<string, string>) => ({ date: new Date(noon).toUTCString(), ...headers })
const reply = (status: number, headers: Record<string, string>) => ({ status, headers: dated(headers) })
const unacceptedLimits = [
  '999999999999',
  '100000000000',
  '0',
  '-1',
  '1e9',
  '٣',
  '',
  '9'.repeat(400),
  '0x10',
  'NaN',
  'Infinity',
]

/** The rate ledger after one call that was sent at 0 and answered at 100 with these headers. */
function after(headers: Record<string, string>, status = 200, limitClass: 'server' | 'domain' = 'server') {
  const ledger = createRateLedger(limitClass)
  ledger.recordEnd(ledger.startCall(0), 100, reply(status, headers), noon)
  return ledger
}

describe('numbers in headers', () => {
  test.each(unacceptedLimits)('A limit of %j is ignored: the known limits stay, and no calls are counted', (header) => {
    for (const reset of ['', `${noon / 1000 + 30}`, `${noon / 1000 + 40_000}`]) {
      const ledger = after({
        'x-ratelimit-limit': header,
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': reset,
        'x-ratelimit-concurrent-limit': header,
        'x-ratelimit-concurrent-remaining': '0',
      })
      const { perMinute, perDay, concurrent } = rateLimits.server
      expect(ledger.effectiveLimits()).toEqual({ perMinute, perDay, concurrent })
      expect(ledger.getCallsAndLimits().ends).toHaveLength(1)
    }
  })

  test('Limits within the accepted ranges are used, and limits beyond them are ignored', () => {
    const limitsFrom = (perMinute: number, concurrent: number) =>
      after({ 'x-ratelimit-limit': `${perMinute}`, 'x-ratelimit-concurrent-limit': `${concurrent}` }).effectiveLimits()
    const { perMinute, concurrent } = acceptedResponseHeaderRanges
    expect(limitsFrom(perMinute.max, concurrent.max)).toMatchObject({
      perMinute: perMinute.max,
      concurrent: concurrent.max,
    })
    expect(limitsFrom(perMinute.max + 1, concurrent.max + 1)).toMatchObject({
      perMinute: rateLimits.server.perMinute,
      concurrent: rateLimits.server.concurrent,
    })
  })

  test('External calls reported by headers never fill the rate ledger beyond one window', () => {
    const calls = fc.integer({ min: 0, max: 999_999_999_999 }).map(String)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(calls, calls, fc.integer({ min: -10, max: 200_000 })), { maxLength: 6 }),
        fc.constantFrom('server', 'domain'),
        (answers, limitClass) => {
          const ledger = createRateLedger(limitClass)
          for (const [limit, remaining, reset] of answers) {
            ledger.recordEnd(
              ledger.startCall(0),
              1,
              reply(200, {
                'x-ratelimit-limit': limit,
                'x-ratelimit-remaining': remaining,
                'x-ratelimit-reset': `${noon / 1000 + reset}`,
              }),
              noon,
            )
          }
          expect(ledger.getCallsAndLimits().ends.length).toBeLessThanOrEqual(
            answers.length + acceptedResponseHeaderRanges.perDay.max,
          )
        },
      ),
      { numRuns: 50 },
    )
    const day = after(
      {
        'x-ratelimit-limit': `${acceptedResponseHeaderRanges.perDay.max}`,
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': `${noon / 1000 + 40_000}`,
      },
      200,
      'domain',
    )
    expect(day.getCallsAndLimits().ends.length).toBeLessThanOrEqual(rateLimits.domain.perDay + 1)
    expect(day.earliestSendTime(200, null)).toMatchObject({ waitingFor: 'day' })
  })

  test('Limits that an earlier version learnt are checked against the same ranges', () => {
    expect(
      createRateLedger('server', [], { perMinute: 999_999_999_999, perDay: -5, concurrent: 7 }).learntLimits(),
    ).toEqual({ perMinute: null, perDay: null, concurrent: 7 })
  })

  test.each(['999999999999', '86401', new Date(noon + 3 * dayMs).toUTCString(), 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'A Retry-After of %j is reduced to one day',
    (header) => {
      expect(parseRetryAfterMs(dated({ 'retry-after': header }), noon)).toBe(
        acceptedResponseHeaderRanges.retryAfterMs.max,
      )
      expect(after({ 'retry-after': header }, 429).earliestSendTime(200, null)).toEqual({
        at: 100 + dayMs,
        waitingFor: 'retry_after',
      })
    },
  )

  test('A Retry-After within a day is used to the second', () => {
    expect(parseRetryAfterMs(dated({ 'retry-after': '86400' }), noon)).toBe(dayMs)
    expect(parseRetryAfterMs(dated({ 'retry-after': '7' }), noon)).toBe(7_000)
  })

  test.each([
    'Sat, 13 Sep 275760 00:00:00 GMT',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Fri, 01 Jan 2100 00:00:01 GMT',
    '0',
    'x'.repeat(10_000),
  ])('A Date header of %j is ignored', (date) => {
    expect(parseServiceTimeOfResponse({ response: { status: 200, headers: { date } } })).toBeNull()
    expect(parseRetryAfterMs({ date, 'retry-after': new Date(noon + minuteMs).toUTCString() }, noon)).toBe(minuteMs)
    expect(parseRateLimitHeaders({ date, 'x-ratelimit-reset': `${noon / 1000 + 30}` }, noon)).toMatchObject({
      resetInMs: null,
      window: 'minute',
    })
  })
})
