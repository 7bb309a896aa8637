import type { RenewBasketLine } from './renew-basket-line.ts'

/**
 * Returns when the oldest expiry date and the oldest price of the lines were read; `unpriced`: number of lines without
 * a price. In a quote, the price is read after the expiry date.
 */
export function findOldestBasketReadTimes(
  lines: readonly RenewBasketLine[],
  expiryReadAt: (line: RenewBasketLine) => number,
  pricedAt: (line: RenewBasketLine) => number | null,
): { expiries: number | null; prices: number | null; unpriced: number } {
  const oldestOf = (readAts: readonly number[]) =>
    readAts.length === 0 ? null : readAts.reduce((oldest, at) => Math.min(oldest, at))
  const prices = lines.map(pricedAt).filter((at) => at !== null)
  return {
    expiries: oldestOf(lines.map(expiryReadAt)),
    prices: oldestOf(prices),
    unpriced: lines.length - prices.length,
  }
}
