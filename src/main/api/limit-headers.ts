import { dayMs, limitHeaders, minuteMs } from '#shared/api/limits.ts'

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
  const date = dateOf(headers)
  const resetInMs = reset === null ? null : reset * 1000 - (date ?? wallNow)
  // Without the service's own clock ours may be years off: then a reset farther than a day says nothing.
  const isFar = resetInMs !== null && resetInMs > longestMinuteMs && (date !== null || resetInMs <= longestDayMs)
  return {
    limit: count(headers[limitHeaders.limit]) || null,
    remaining: count(headers[limitHeaders.remaining]),
    window: isFar ? 'day' : 'minute',
    resetInMs: date !== null && resetInMs !== null && resetInMs >= 0 && resetInMs <= (isFar ? longestDayMs : longestMinuteMs) ? resetInMs : null,
    concurrentLimit: count(headers[limitHeaders.concurrentLimit]) || null,
    concurrentRemaining: count(headers[limitHeaders.concurrentRemaining]),
  }
}

export function hasLimitHeaders(headers: Headers): boolean {
  const { retryAfter: _, ...rateHeaders } = limitHeaders
  return Object.values(rateHeaders).some((name) => headers[name] !== undefined)
}

/** `Retry-After` in milliseconds: the service gives seconds, a proxy on the way may give a date. */
export function readRetryAfterMs(headers: Headers, wallNow: number): number | null {
  const text = headers[limitHeaders.retryAfter]
  const seconds = count(text)
  if (seconds !== null) return seconds * 1000
  const date = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - (dateOf(headers) ?? wallNow))
}

function dateOf(headers: Headers): number | null {
  const date = Date.parse(headers['date'] ?? '')
  return Number.isNaN(date) ? null : date
}

function count(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}$/.test(text.trim()) ? Number(text) : null
}
