import { expect, test } from 'vitest'
import type { QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'
import { listNoticesBeforePaying } from '#renderer/features/orders/checkout/list-notices-before-paying.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const keys = ((key: string) => key) as never

test('Before a transfer is paid, notices say that the auth code may fail later and that nothing is refunded', () => {
  const row: QuoteRow = {
    id: 'row',
    item: { kind: 'transfer', accountId: 'a', name: 'away.com' },
    yen: 1_650,
    yenPerYear: 1_650,
    regularYen: null,
    isCampaign: null,
    expiryDate: null,
    expiryReadAt: null,
    newExpiryDate: null,
    isDryRun: true,
    pricedAt: 0,
    problem: null,
  }
  expect(listNoticesBeforePaying([row], keys)).toEqual(
    expect.arrayContaining(['purchase.transfer.noticeCode', 'purchase.pay.notice.noRefund']),
  )
})

test('Renewals of several domains for more than a year say that the years are checked only on sending', () => {
  const row = (name: string, years: number): QuoteRow => ({
    id: name,
    item: { kind: 'renew', accountId: 'a', name, years },
    yen: 1_650,
    yenPerYear: 1_650,
    regularYen: null,
    isCampaign: null,
    expiryDate: '2027-03-31',
    expiryReadAt: 0,
    newExpiryDate: '2028-03-31',
    isDryRun: false,
    pricedAt: 0,
    problem: null,
  })
  expect(listNoticesBeforePaying([row('a.jp', 5), row('b.jp', 1)], keys)).toContain('orders.renew.notice.years')
  expect(listNoticesBeforePaying([row('a.jp', 1), row('b.jp', 1)], keys)).not.toContain('orders.renew.notice.years')
  expect(listNoticesBeforePaying([{ ...row('a.jp', 5), isDryRun: true }], keys)).not.toContain(
    'orders.renew.notice.years',
  )
})

test('Before a server with auto-renew is paid, the notice promises the renewal only if the balance is enough', () => {
  for (const [language, condition] of [
    ['en', 'if the balance is enough'],
    ['ja', '残高が足りていれば'],
  ] as const)
    expect(setMessageLanguage(language)('purchase.order.noticeRenewOn')).toContain(condition)
  setMessageLanguage('en')
})
