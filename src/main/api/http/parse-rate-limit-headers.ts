import { rateLimitHeaders } from '#shared/api/service-limits.ts'
import { acceptedResponseHeaderRanges } from '#shared/api/accepted-response-header-ranges.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { parseDateHeader } from './parse-date-header.ts'

export type HttpHeaders = Readonly<Record<string, string>>

/**
 * What the rate-limit headers of a response say (API description, section "Limits"). A field is null if its header is
 * missing or not accepted.
 */
export interface RateLimitHeaderValues {
  limit: number | null
  remaining: number | null
  /**
   * The API description does not say which window the numbers count. A reset far in the future means the day's window.
   */
  window: 'minute' | 'day'
  /** Milliseconds from the response until the window resets, accurate to about a second; null if unknown. */
  resetInMs: number | null
  concurrentLimit: number | null
  concurrentRemaining: number | null
}

/** A minute's window ends sooner than this, even if the clocks differ a little. */
const longestMinuteMs = 1.5 * minuteMs
const longestDayMs = 1.1 * dayMs

export function parseRateLimitHeaders(headers: HttpHeaders, wallNow: number): RateLimitHeaderValues {
  const reset = count(headers[rateLimitHeaders.reset])
  const date = parseDateHeader(headers)
  const resetInMs = reset === null ? null : reset * 1000 - (date ?? wallNow)
  // Without the service's `Date`, the local clock may be wrong by years. A reset more than a day away then says
  // nothing.
  const isFar = resetInMs !== null && resetInMs > longestMinuteMs && (date !== null || resetInMs <= longestDayMs)
  return {
    limit: returnNullIfOutOfRange(count(headers[rateLimitHeaders.limit]), acceptedResponseHeaderRanges.perDay),
    remaining: count(headers[rateLimitHeaders.remaining]),
    window: isFar ? 'day' : 'minute',
    resetInMs:
      date !== null && resetInMs !== null && resetInMs >= 0 && resetInMs <= (isFar ? longestDayMs : longestMinuteMs)
        ? resetInMs
        : null,
    concurrentLimit: returnNullIfOutOfRange(
      count(headers[rateLimitHeaders.concurrentLimit]),
      acceptedResponseHeaderRanges.concurrent,
    ),
    concurrentRemaining: count(headers[rateLimitHeaders.concurrentRemaining]),
  }
}

export function hasRateLimitHeaders(headers: HttpHeaders): boolean {
  const { retryAfter: _, ...rateHeaders } = rateLimitHeaders
  return Object.values(rateHeaders).some((name) => headers[name] !== undefined)
}

/**
 * `Retry-After` in milliseconds, at most the longest accepted wait. The service sends seconds; a proxy may send a date.
 * Null without a readable value.
 */
export function parseRetryAfterMs(headers: HttpHeaders, wallNow: number): number | null {
  const text = headers[rateLimitHeaders.retryAfter]
  const seconds = count(text)
  if (seconds !== null) return Math.min(seconds * 1000, acceptedResponseHeaderRanges.retryAfterMs.max)
  const date = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(date)
    ? null
    : Math.min(Math.max(0, date - (parseDateHeader(headers) ?? wallNow)), acceptedResponseHeaderRanges.retryAfterMs.max)
}

/** Returns null for a number outside the accepted range. */
export function returnNullIfOutOfRange(
  number: number | null,
  { min, max }: { min: number; max: number },
): number | null {
  return number !== null && number >= min && number <= max ? number : null
}

function count(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}$/.test(text.trim()) ? Number(text) : null
}
