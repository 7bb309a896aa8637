import type { BalanceHint } from '#shared/ipc/quotes.ts'
import { formatYen } from '#renderer/ui/format/format-yen.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/**
 * Sentences about the balance, from the service's last refusal and last payment. `isWarning`: nothing succeeded since
 * the refusal. `dryRunAt`: when a dry run of this order succeeded; null otherwise.
 */
export function describeUnknownBalance(
  { refusedAt, refusedYen, paidAt }: BalanceHint,
  dryRunAt: number | null,
  age: (at: number) => string,
  t: Translate,
): { words: string[]; isWarning: boolean } {
  if (refusedAt === null)
    return {
      words: [
        t('purchase.pay.balanceUnknown'),
        paidAt === null ? t('purchase.pay.balanceNever') : t('purchase.pay.balancePaid', { age: age(paidAt) }),
      ],
      isWarning: false,
    }
  const refusal =
    refusedYen === null
      ? t('purchase.pay.balanceRefusedUnknown', { age: age(refusedAt) })
      : t('purchase.pay.balanceRefused', { amount: formatYen(refusedYen, t), age: age(refusedAt) })
  const since = [
    ...(paidAt !== null && paidAt > refusedAt ? [t('purchase.pay.balancePaidSince', { age: age(paidAt) })] : []),
    ...(dryRunAt !== null && dryRunAt > refusedAt ? [t('purchase.pay.balanceDryRunSince')] : []),
  ]
  return { words: [refusal, ...since], isWarning: since.length === 0 }
}
