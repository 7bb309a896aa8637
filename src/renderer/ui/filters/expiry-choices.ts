/** Days from today, or the names for no limit and for what has already passed. */
export const expiryChoices = ['any', '7', '30', '60', '90', 'expired'] as const
export type ExpiryChoice = (typeof expiryChoices)[number]

/** Rows "within" a number of days include those that have passed; up to yesterday are only those. */
export function maxDaysToExpiry(choice: ExpiryChoice): number | null {
  if (choice === 'any') return null
  return choice === 'expired' ? -1 : Number(choice)
}
