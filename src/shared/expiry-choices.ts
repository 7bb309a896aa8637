/** A number of days from today, or a name: `any` for no limit, `expired` for dates in the past. */
export const expiryFilterChoices = ['any', '7', '30', '60', '90', 'expired'] as const
export type ExpiryChoice = (typeof expiryFilterChoices)[number]

/**
 * The limit in days; null for no limit. A positive limit includes expired rows; -1 (yesterday) returns only expired
 * rows.
 */
export function maxDaysToExpiry(choice: ExpiryChoice): number | null {
  if (choice === 'any') return null
  return choice === 'expired' ? -1 : Number(choice)
}
