import type { ComposerTranslation } from 'vue-i18n'
import { countDaysUntil } from '#shared/japan-time.ts'
import { formatDaysUntil } from './format-relative-time.ts'

/** Up to `nearDays` the remaining days are shown; up to `soonDays` the date is shown as a warning. */
const nearDays = 90
const soonDays = 30

/** Describes how soon a date is. `words`: the remaining days; null for a date far ahead. */
export function describeExpiry(
  date: string | null,
  now: number,
  t: ComposerTranslation,
): { tone: 'far' | 'soon' | 'past'; words: string | null } {
  const days = date === null ? null : countDaysUntil(date, now)
  if (days === null || days > nearDays) return { tone: 'far', words: null }
  return { tone: days < 0 ? 'past' : days > soonDays ? 'far' : 'soon', words: formatDaysUntil(days, t) }
}
