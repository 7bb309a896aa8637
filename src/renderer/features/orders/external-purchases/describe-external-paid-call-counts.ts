import type { PaidCallsFromElsewhere } from './count-paid-calls-from-elsewhere.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/**
 * Describes three counts separately: calls by another sender, calls that may be by another sender, and refused calls.
 */
export function describeExternalPaidCallCounts(
  { elsewhere, possiblyElsewhere, refused }: PaidCallsFromElsewhere,
  formatNumber: (n: number) => string,
  t: Translate,
): string {
  const count = (key: string, n: number) =>
    n === 0 ? [] : [t(`orders.externalPurchases.counts.${key}`, { n: formatNumber(n) })]
  const parts = [
    ...count(refused > 0 ? 'elsewhereBesideRefused' : 'elsewhere', elsewhere),
    ...count(elsewhere > 0 ? 'undecidedBesideElsewhere' : 'undecided', possiblyElsewhere),
    ...count('refused', refused),
  ]
  return parts.length === 0 ? t('orders.externalPurchases.counts.none') : parts.join(' · ')
}
