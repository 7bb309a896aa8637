import { expect, test } from 'vitest'
import { i18n } from '#renderer/text/i18n.ts'
import { countPaidCallsFromElsewhere } from '#renderer/features/orders/external-purchases/count-paid-calls-from-elsewhere.ts'

test('A call that the service refused before a charge is not counted as a purchase, and one that may have been charged is', () => {
  const rows = [200, 402, 409, 418, 422, 502].map((statusCode) => ({ statusCode, isMatchedByCertainCall: false }))
  expect(countPaidCallsFromElsewhere(rows, () => 'elsewhere')).toEqual({
    elsewhere: 4,
    possiblyElsewhere: 0,
    refused: 2,
  })
  expect(countPaidCallsFromElsewhere(rows, () => 'possiblyOwn')).toEqual({
    elsewhere: 0,
    possiblyElsewhere: 4,
    refused: 2,
  })
})

test('Of calls that cannot be told apart, only those beyond our own certain calls may be bought elsewhere', () => {
  const rows = [true, true, false].map((isMatchedByCertainCall) => ({ statusCode: 200, isMatchedByCertainCall }))
  expect(countPaidCallsFromElsewhere(rows, () => 'possiblyOwn')).toEqual({
    elsewhere: 0,
    possiblyElsewhere: 1,
    refused: 0,
  })
})

test.each([
  ['en', /Sent elsewhere: at most 1 of them\.$/, /^2 calls are possibly this Banto’s/],
  ['ja', /Banto以外からのものは、多くてもそのうち 1 件です。$/, /^2 件はこのBantoからのもの/],
] as const)(
  'Two calls that one own call may have been are not both said to be possibly own (%s)',
  (language, says, wrong) => {
    i18n.global.locale.value = language
    const text = i18n.global.t('orders.externalPurchases.ambiguous', { n: '2', most: '1' }, 2)
    expect(text).toMatch(says)
    expect(text).not.toMatch(wrong)
  },
)
