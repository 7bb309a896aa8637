import { formatJapanTime } from '#shared/japan-time.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Formats the age of an instant, e.g. "4 min ago". Null gives "never". For an instant in the future (the clock was set back), the text contains the time itself. */
export function formatAge(at: number | null, now: number, t: Translate): string {
  if (at === null) return t('common.age.never')
  const passedMs = now - at
  if (passedMs < -minuteMs) return t('common.age.ahead', { time: formatJapanTime(at) })
  if (passedMs < minuteMs) return t('common.age.now')
  if (passedMs < hourMs) return t('common.age.minutes', { n: Math.floor(passedMs / minuteMs) })
  if (passedMs < 2 * dayMs) return t('common.age.hours', { n: Math.floor(passedMs / hourMs) })
  return t('common.age.days', { n: Math.floor(passedMs / dayMs) })
}

/** Formats whole days until a date, e.g. "in 12 days". A negative number is a past date. */
export function formatDaysUntil(days: number, t: Translate): string {
  if (days === 0) return t('common.until.today')
  if (days === 1) return t('common.until.tomorrow')
  if (days === -1) return t('common.until.yesterday')
  return days > 0 ? t('common.until.future', { n: days }) : t('common.until.past', { n: -days })
}
