/**
 * A number of days from today, an interval of dates (`2026-11-01/2026-11-30`; `2027-11-01/..` without an end), or a
 * name: `any` for no limit, `expired` for dates in the past, `undetermined` for rows without a date.
 */
export type ExpiryFilterChoice = 'any' | 'expired' | 'undetermined' | `${number}` | `${string}/${string}`

/** The choices that every list offers. A link to a list may choose another number of days, or an interval. */
export const expiryFilterChoices: readonly ExpiryFilterChoice[] = [
  'any',
  '1',
  '7',
  '14',
  '30',
  '60',
  '90',
  'expired',
  'undetermined',
]

const daysPattern = /^[1-9]\d{0,3}$/
const intervalPattern = /^(\d{4}-\d{2}-\d{2})\/(\d{4}-\d{2}-\d{2}|\.\.)$/

/** Returns true if a stored text is a choice. Days are whole and positive. */
export function isExpiryFilterChoice(text: unknown): text is ExpiryFilterChoice {
  return (
    typeof text === 'string' &&
    ((expiryFilterChoices as readonly string[]).includes(text) || daysPattern.test(text) || intervalPattern.test(text))
  )
}

/** Returns the choices of a list that shows `chosen`, the days in ascending order. An interval is last. */
export function listExpiryFilterChoices(chosen: ExpiryFilterChoice): ExpiryFilterChoice[] {
  const all = [...new Set([...expiryFilterChoices, chosen])]
  const days = all.filter((choice) => daysPattern.test(choice))
  const others = all.filter((choice) => choice !== 'any' && !daysPattern.test(choice))
  return ['any', ...days.toSorted((one, other) => Number(one) - Number(other)), ...others]
}

/** `to` null: an interval without an end. */
export function formatExpiryInterval(from: string, to: string | null): ExpiryFilterChoice {
  return `${from}/${to ?? '..'}`
}

/** Returns the dates of an interval; null for any other choice. */
export function parseExpiryInterval(choice: ExpiryFilterChoice): { from: string; to: string | null } | null {
  const [, from, to] = intervalPattern.exec(choice) ?? []
  return from === undefined || to === undefined ? null : { from, to: to === '..' ? null : to }
}

/**
 * The choice as the fields of a list's filter. A number of days includes expired rows; -1 (yesterday) returns only
 * those.
 */
export function toExpiryFilter(choice: ExpiryFilterChoice) {
  const interval = parseExpiryInterval(choice)
  return {
    expiresWithinDays: choice === 'expired' ? -1 : daysPattern.test(choice) ? Number(choice) : null,
    expiresFrom: interval?.from ?? null,
    expiresTo: interval?.to ?? null,
    hasNoExpiryDate: choice === 'undetermined',
  }
}
