import { expect, test } from 'vitest'
import type { QuoteRow } from '#shared/ipc/orders.ts'
import { payNotices } from '#renderer/features/orders/quote/pay-words.ts'

const keys = ((key: string) => key) as never

test('before a transfer is paid it is told that a wrong auth code may show only afterwards, and that nothing is given back', () => {
  const row: QuoteRow = {
    id: 'row', item: { kind: 'transfer', accountId: 'a', name: 'away.com' }, yen: 1_650, yenPerYear: 1_650, regularYen: null, isCampaign: null,
    expiryDate: null, newExpiryDate: null, isDryRun: true, pricedAt: 0, problem: null,
  }
  expect(payNotices([row], keys)).toEqual(expect.arrayContaining(['shop.transfer.noticeCode', 'shop.pay.notice.noRefund']))
})
