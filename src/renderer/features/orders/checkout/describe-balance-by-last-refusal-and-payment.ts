import type { BalanceHint } from '#shared/ipc/quote-and-offer-schemas.ts'
import { formatYen } from '#renderer/ui/format/format-yen.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/**
 * Sentences about the balance, from the service's last refusal and last payment. `isWarning`: nothing succeeded since
 * the refusal. `dryRunAt`: when a dry run of this order succeeded; null otherwise.
 */
export function describeBalanceByLastRefusalAndPayment(
  { refusal, paidAt }: BalanceHint,
  dryRunAt: number | null,
  age: (at: number) => string,
  t: Translate,
): { sentences: string[]; isWarning: boolean } {
  if (refusal === null)
    return {
      sentences: [
        t('purchase.pay.balanceUnknown'),
        paidAt === null ? t('purchase.pay.balanceNever') : t('purchase.pay.balancePaid', { age: age(paidAt) }),
      ],
      isWarning: false,
    }
  const key = refusal.call === 'dry_run' ? 'balanceRefusedDryRun' : 'balanceRefusedOrder'
  const refused = t(`purchase.pay.${key}`, { amount: formatYen(refusal.yen, t), age: age(refusal.at) })
  const since = [
    ...(paidAt !== null && paidAt > refusal.at ? [t('purchase.pay.balancePaidSince', { age: age(paidAt) })] : []),
    ...(dryRunAt !== null && dryRunAt > refusal.at ? [t('purchase.pay.balanceDryRunSince')] : []),
  ]
  return { sentences: [refused, ...since], isWarning: since.length === 0 }
}
