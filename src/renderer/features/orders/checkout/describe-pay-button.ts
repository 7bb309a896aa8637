import type { ComposerTranslation } from 'vue-i18n'
import type { QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'
import { getOrderItemTarget } from '#shared/ipc/order-items.ts'
import { formatYen } from '#renderer/ui/format/format-yen.ts'
import { formatOrderTarget } from '#renderer/features/orders/format-order-target-plan-and-kind.ts'

/** Returns the label of the pay button: what, how many and how much. Counts only the rows that are paid. */
export function describePayButton(rows: readonly QuoteRow[], yen: number, t: ComposerTranslation): string {
  const [first] = rows
  const amount = formatYen(yen, t)
  if (first === undefined) return amount
  const { item } = first
  if (rows.length === 1)
    return t(`purchase.pay.action.${item.kind}`, {
      name: formatOrderTarget({ item, target: getOrderItemTarget(item) }),
      amount,
    })
  return t(`purchase.pay.action.${item.kind}Many`, { n: rows.length.toLocaleString('en-US'), amount })
}
