import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { formatJapanTime } from '#shared/japan-time.ts'

type Translate = (key: string, values?: Record<string, unknown>, plural?: number) => string

/**
 * Formats the age of an instant, e.g. "4 min ago". Null gives "never". For an instant in the future (the clock was set
 * back), the text contains the time itself.
 */
export function formatAge(at: number | null, now: number, t: Translate): string {
  if (at === null) return t('common.age.never')
  const { unit, n } = ageOf(at, now)
  return unit === 'ahead' ? t('common.age.ahead', { time: formatJapanTime(at) }) : t(`common.age.${unit}`, { n })
}

/**
 * Formats the ages of facts that were read between two instants, e.g. "8 – 21 min ago" or "0 – 21 min ago"; one age if
 * both are the same in words.
 */
export function formatAgeRange(newest: number, oldest: number, now: number, t: Translate): string {
  const [from, to] = [ageOf(newest, now), ageOf(oldest, now)]
  const words = formatAge(oldest, now, t)
  if (from.unit === 'ahead' || (from.unit === to.unit && from.n === to.n)) return words
  const hasUnitOfOldest = from.unit === to.unit || from.unit === 'now'
  const start = hasUnitOfOldest ? String(from.n) : t(`common.ageRange.${from.unit}`, { n: from.n })
  return t('common.ageRange.words', { from: start, to: words })
}

function ageOf(at: number, now: number): { unit: 'ahead' | 'now' | 'minutes' | 'hours' | 'days'; n: number } {
  const passedMs = now - at
  if (passedMs < -minuteMs) return { unit: 'ahead', n: 0 }
  if (passedMs < minuteMs) return { unit: 'now', n: 0 }
  if (passedMs < hourMs) return { unit: 'minutes', n: Math.floor(passedMs / minuteMs) }
  if (passedMs < 2 * dayMs) return { unit: 'hours', n: Math.floor(passedMs / hourMs) }
  return { unit: 'days', n: Math.floor(passedMs / dayMs) }
}

/** Formats a time to wait in a unit that fits its length, rounded up: the wait is never longer than stated. */
export function formatWait(waitMs: number, t: Translate): string {
  const [unit, unitMs] =
    waitMs <= 2 * minuteMs ? ['seconds', 1000] : waitMs <= 2 * hourMs ? ['minutes', minuteMs] : ['hours', hourMs]
  const n = Math.max(1, Math.ceil(waitMs / unitMs))
  return t(`common.wait.${unit}`, { n }, n)
}

const daysPerYear = 365

/**
 * Formats whole days until a date, e.g. "in 12 days". A negative number is a past date; more than a year ago is given
 * in years.
 */
export function formatDaysUntil(days: number, t: Translate): string {
  if (days === 0) return t('common.until.today')
  if (days === 1) return t('common.until.tomorrow')
  if (days === -1) return t('common.until.yesterday')
  const pastYears = Math.floor(-days / daysPerYear)
  if (pastYears > 0) return t('common.until.pastYears', { n: pastYears }, pastYears)
  return days > 0 ? t('common.until.future', { n: days }) : t('common.until.past', { n: -days })
}
