import type { ComposerTranslation } from 'vue-i18n'
import type { QuoteRow } from '#shared/ipc/quotes.ts'
import { orderTargetName } from '#renderer/features/orders/order-text.ts'
import { formatYen } from '#renderer/ui/format/format-yen.ts'
import { orderItemTarget } from './quote-rows.ts'

/** The label of the pay button: what, how many and how much. Counts only the rows that are paid. */
export function payButtonText(rows: readonly QuoteRow[], yen: number, t: ComposerTranslation): string {
  const [first] = rows
  const amount = formatYen(yen, t)
  if (first === undefined) return amount
  const { item } = first
  if (rows.length === 1)
    return t(`shop.pay.action.${item.kind}`, { name: orderTargetName({ item, target: orderItemTarget(item) }), amount })
  return t(`shop.pay.action.${item.kind}Many`, { n: rows.length.toLocaleString('en-US'), amount })
}

/** Notes to read before paying for these rows. */
export function paymentNotices(rows: readonly QuoteRow[], t: ComposerTranslation): string[] {
  const item = rows[0]?.item
  switch (item?.kind) {
    case undefined:
      return []
    case 'order':
      return [
        t('shop.pay.notice.serverFull'),
        t(item.autoRenew ? 'shop.order.noticeRenewOn' : 'shop.order.noticeRenewOff'),
        t('shop.order.noticeId'),
      ]
    case 'acquire':
      return [
        t('shop.acquire.noticeWhois'),
        t('shop.pay.notice.noRefund'),
        t('shop.acquire.noticeAutoRenew'),
        ...(rows.some(({ isCampaign, yen }) => isCampaign === true || yen === 0)
          ? [t('shop.acquire.noticeCampaign')]
          : []),
      ]
    case 'transfer':
      return [t('shop.transfer.noticeYear'), t('shop.transfer.noticeCode'), t('shop.pay.notice.noRefund')]
    case 'renew':
      return [
        t('orders.renew.notice.guard'),
        t('orders.renew.notice.list'),
        ...(rows.some(isForUncheckedYears) ? [t('orders.renew.notice.years')] : []),
        t('orders.renew.notice.refund'),
      ]
  }
}

/** Only a dry run tells how many years a TLD takes (section "Domain API"). */
function isForUncheckedYears({ item, isDryRun }: QuoteRow): boolean {
  return item.kind === 'renew' && item.years > 1 && !isDryRun
}
