/** A number of days from today, or a name: `any` for no limit, `expired` for dates in the past. */
export type ExpiryChoice = 'any' | 'expired' | `${number}`

/** The choices that every list offers. A link to a list may choose another number of days. */
export const expiryFilterChoices: readonly ExpiryChoice[] = ['any', '1', '7', '14', '30', '60', '90', 'expired']

/** Whether a stored text is a choice. Days are whole and positive. */
export function isExpiryChoice(text: unknown): text is ExpiryChoice {
  return text === 'any' || text === 'expired' || (typeof text === 'string' && /^[1-9]\d{0,3}$/.test(text))
}

/** The choices of a list that shows `chosen`, the days in ascending order. */
export function listExpiryChoices(chosen: ExpiryChoice): ExpiryChoice[] {
  const days = new Set([...expiryFilterChoices, chosen].filter((choice) => choice !== 'any' && choice !== 'expired'))
  return ['any', ...[...days].toSorted((one, other) => Number(one) - Number(other)), 'expired']
}

/**
 * The limit in days; null for no limit. A positive limit includes expired rows; -1 (yesterday) returns only expired
 * rows.
 */
export function maxDaysToExpiry(choice: ExpiryChoice): number | null {
  if (choice === 'any') return null
  return choice === 'expired' ? -1 : Number(choice)
}
