import { acceptedHeaderRanges, dayMs, rateLimitHeaders, minuteMs } from '#shared/api/limits.ts'
import { parseDateHeader } from './parse-date-header.ts'

export type HttpHeaders = Readonly<Record<string, string>>

/** What the headers of an answer say about the quota (section "Limits"); null where they say nothing. */
export interface RateLimitReport {
  limit: number | null
  remaining: number | null
  /** The document does not say which window the numbers count: a reset far away is the day's. */
  window: 'minute' | 'day'
  /** Milliseconds from the answer until the window's numbers begin anew, to the second; null where that cannot be told. */
  resetInMs: number | null
  concurrentLimit: number | null
  concurrentRemaining: number | null
}

/** Longer than any minute's window may still run, by a clock that is a little off. */
const longestMinuteMs = 1.5 * minuteMs
const longestDayMs = 1.1 * dayMs

export function parseRateLimitHeaders(headers: HttpHeaders, wallNow: number): RateLimitReport {
  const reset = count(headers[rateLimitHeaders.reset])
  const date = parseDateHeader(headers)
  const resetInMs = reset === null ? null : reset * 1000 - (date ?? wallNow)
  // Without the service's own clock ours may be years off: then a reset farther than a day says nothing.
  const isFar = resetInMs !== null && resetInMs > longestMinuteMs && (date !== null || resetInMs <= longestDayMs)
  return {
    limit: nullIfOutOfRange(count(headers[rateLimitHeaders.limit]), acceptedHeaderRanges.perDay),
    remaining: count(headers[rateLimitHeaders.remaining]),
    window: isFar ? 'day' : 'minute',
    resetInMs: date !== null && resetInMs !== null && resetInMs >= 0 && resetInMs <= (isFar ? longestDayMs : longestMinuteMs) ? resetInMs : null,
    concurrentLimit: nullIfOutOfRange(count(headers[rateLimitHeaders.concurrentLimit]), acceptedHeaderRanges.concurrent),
    concurrentRemaining: count(headers[rateLimitHeaders.concurrentRemaining]),
  }
}

export function hasRateLimitHeaders(headers: HttpHeaders): boolean {
  const { retryAfter: _, ...rateHeaders } = rateLimitHeaders
  return Object.values(rateHeaders).some((name) => headers[name] !== undefined)
}

/** `Retry-After` in milliseconds, at most the longest wait that is believed: the service gives seconds, a proxy on the way may give a date. */
export function parseRetryAfterMs(headers: HttpHeaders, wallNow: number): number | null {
  const text = headers[rateLimitHeaders.retryAfter]
  const seconds = count(text)
  if (seconds !== null) return Math.min(seconds * 1000, acceptedHeaderRanges.retryAfterMs.max)
  const date = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(date) ? null : Math.min(Math.max(0, date - (parseDateHeader(headers) ?? wallNow)), acceptedHeaderRanges.retryAfterMs.max)
}

/** Null for a number that is not believed. */
export function nullIfOutOfRange(number: number | null, { min, max }: { min: number; max: number }): number | null {
  return number !== null && number >= min && number <= max ? number : null
}

function count(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}$/.test(text.trim()) ? Number(text) : null
}
