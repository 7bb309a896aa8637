import { expect, test } from 'vitest'
import type { QuoteRow } from '#shared/ipc/quotes.ts'
import { combinedQuotaCostText } from '#renderer/features/orders/checkout/quota-cost-text.ts'
import { paymentNotices } from '#renderer/features/orders/checkout/payment-text.ts'
import { i18n } from '#renderer/text/i18n.ts'

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
  expect(paymentNotices([row], keys)).toEqual(
    expect.arrayContaining(['purchase.transfer.noticeCode', 'purchase.pay.notice.noRefund']),
  )
})

test.each([
  ['en', 0.0004, ', less than 0.1% of an account’s daily quota'],
  ['en', 0.034, 'at most 3.4% of an account’s daily quota'],
  ['en', 0.0012, 'at most 0.2% of an account’s daily quota'],
  ['en', 0.0021, 'at most 0.3% of an account’s daily quota'],
  ['en', 0.007, 'at most 0.7% of an account’s daily quota'],
  ['ja', 0.0004, '1日の呼び出し枠の0.1%未満を使います'],
  ['ja', 0.034, '1日の呼び出し枠の最大3.4%を使います'],
] as const)(
  'The daily quota share of several accounts is given as one upper bound (%s, %f)',
  (locale, dayShare, words) => {
    i18n.global.locale.value = locale
    expect(
      combinedQuotaCostText(
        [
          { calls: 4, minutes: 0.1, dayShare },
          { calls: 2, minutes: 0.1, dayShare: 0 },
        ],
        i18n.global.t as never,
      ),
    ).toContain(words)
  },
)

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
  expect(paymentNotices([row('a.jp', 5), row('b.jp', 1)], keys)).toContain('orders.renew.notice.years')
  expect(paymentNotices([row('a.jp', 1), row('b.jp', 1)], keys)).not.toContain('orders.renew.notice.years')
  expect(paymentNotices([{ ...row('a.jp', 5), isDryRun: true }], keys)).not.toContain('orders.renew.notice.years')
})
