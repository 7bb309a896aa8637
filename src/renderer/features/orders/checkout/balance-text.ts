import type { BalanceHint } from '#shared/ipc/quotes.ts'
import { formatYen } from '#renderer/ui/format/format-yen.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/**
 * What the service last told of the balance by refusing or taking money, as sentences; a warning where nothing went through since it
 * refused. `dryRunAt`: when a dry run of what is to be paid passed.
 */
export function balanceText(
  { refusedAt, refusedYen, paidAt }: BalanceHint,
  dryRunAt: number | null,
  age: (at: number) => string,
  t: Translate,
): { words: string[]; isWarning: boolean } {
  if (refusedAt === null)
    return {
      words: [
        t('shop.pay.balanceUnknown'),
        paidAt === null ? t('shop.pay.balanceNever') : t('shop.pay.balancePaid', { age: age(paidAt) }),
      ],
      isWarning: false,
    }
  const refusal =
    refusedYen === null
      ? t('shop.pay.balanceRefusedUnknown', { age: age(refusedAt) })
      : t('shop.pay.balanceRefused', { amount: formatYen(refusedYen, t), age: age(refusedAt) })
  const since = [
    ...(paidAt !== null && paidAt > refusedAt ? [t('shop.pay.balancePaidSince', { age: age(paidAt) })] : []),
    ...(dryRunAt !== null && dryRunAt > refusedAt ? [t('shop.pay.balanceDryRunSince')] : []),
  ]
  return { words: [refusal, ...since], isWarning: since.length === 0 }
}
