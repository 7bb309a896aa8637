import type { ComposerTranslation } from 'vue-i18n'
import type { QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'

/** Lists the notices that the user should read before paying for these rows. */
export function listNoticesBeforePaying(rows: readonly QuoteRow[], t: ComposerTranslation): string[] {
  const item = rows[0]?.item
  switch (item?.kind) {
    case undefined:
      return []
    case 'order':
      return [
        t('purchase.pay.notice.serverFull'),
        t(item.autoRenew ? 'purchase.order.noticeRenewOn' : 'purchase.order.noticeRenewOff'),
        t('purchase.order.noticeId'),
      ]
    case 'acquire':
      return [
        t('purchase.acquire.noticeWhois'),
        t('purchase.pay.notice.noRefund'),
        t('purchase.acquire.noticeAutoRenew'),
        ...(rows.some(({ isCampaign, yen }) => isCampaign === true || yen === 0)
          ? [t('purchase.acquire.noticeCampaign')]
          : []),
      ]
    case 'transfer':
      return [t('purchase.transfer.noticeYear'), t('purchase.transfer.noticeCode'), t('purchase.pay.notice.noRefund')]
    case 'renew':
      return [
        t('orders.renew.notice.guard'),
        t('orders.renew.notice.list'),
        ...(rows.some(isForUncheckedYears) ? [t('orders.renew.notice.years')] : []),
        t('orders.renew.notice.refund'),
      ]
  }
}

/** Only a dry run shows whether a TLD can be renewed for several years (API description, section "Domain API"). */
function isForUncheckedYears({ item, isDryRun }: QuoteRow): boolean {
  return item.kind === 'renew' && item.years > 1 && !isDryRun
}
