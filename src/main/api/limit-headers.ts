import { believed, dayMs, limitHeaders, minuteMs } from '#shared/api/limits.ts'
import { readDate } from './server-at.ts'

export type Headers = Readonly<Record<string, string>>

/** What the headers of an answer say about the quota (section "Limits"); null where they say nothing. */
export interface LimitReport {
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

export function readLimitHeaders(headers: Headers, wallNow: number): LimitReport {
  const reset = count(headers[limitHeaders.reset])
  const date = readDate(headers)
  const resetInMs = reset === null ? null : reset * 1000 - (date ?? wallNow)
  // Without the service's own clock ours may be years off: then a reset farther than a day says nothing.
  const isFar = resetInMs !== null && resetInMs > longestMinuteMs && (date !== null || resetInMs <= longestDayMs)
  return {
    limit: within(count(headers[limitHeaders.limit]), believed.perDay),
    remaining: count(headers[limitHeaders.remaining]),
    window: isFar ? 'day' : 'minute',
    resetInMs: date !== null && resetInMs !== null && resetInMs >= 0 && resetInMs <= (isFar ? longestDayMs : longestMinuteMs) ? resetInMs : null,
    concurrentLimit: within(count(headers[limitHeaders.concurrentLimit]), believed.concurrent),
    concurrentRemaining: count(headers[limitHeaders.concurrentRemaining]),
  }
}

export function hasLimitHeaders(headers: Headers): boolean {
  const { retryAfter: _, ...rateHeaders } = limitHeaders
  return Object.values(rateHeaders).some((name) => headers[name] !== undefined)
}

/** `Retry-After` in milliseconds, at most the longest wait that is believed: the service gives seconds, a proxy on the way may give a date. */
export function readRetryAfterMs(headers: Headers, wallNow: number): number | null {
  const text = headers[limitHeaders.retryAfter]
  const seconds = count(text)
  if (seconds !== null) return Math.min(seconds * 1000, believed.retryAfterMs.max)
  const date = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(date) ? null : Math.min(Math.max(0, date - (readDate(headers) ?? wallNow)), believed.retryAfterMs.max)
}

/** Null for a number that is not believed. */
export function within(number: number | null, { min, max }: { min: number; max: number }): number | null {
  return number !== null && number >= min && number <= max ? number : null
}

function count(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}$/.test(text.trim()) ? Number(text) : null
}
