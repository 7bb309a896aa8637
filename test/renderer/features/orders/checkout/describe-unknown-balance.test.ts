import { expect, test } from 'vitest'
import { describeUnknownBalance } from '#renderer/features/orders/checkout/describe-unknown-balance.ts'
import { i18n } from '#renderer/text/i18n.ts'

i18n.global.locale.value = 'en'
const refused = { accountId: 'a', refusedAt: 10, refusedYen: 1_650, paidAt: null }
const words = (hint: Parameters<typeof describeUnknownBalance>[0], dryRunAt: number | null) =>
  describeUnknownBalance(
    hint,
    dryRunAt,
    () => 'just now',
    i18n.global.t as Parameters<typeof describeUnknownBalance>[3],
  )

test('A refusal for insufficient balance is a warning until a payment or a dry run of this order succeeds', () => {
  expect(words(refused, null)).toEqual({
    words: ['Last time an order of ¥1,650 was declined for insufficient balance: just now.'],
    isWarning: true,
  })
  expect(words(refused, 5).isWarning).toBe(true)
  expect(words(refused, 11)).toEqual({
    words: [
      'Last time an order of ¥1,650 was declined for insufficient balance: just now.',
      'A dry run of this order has passed since.',
    ],
    isWarning: false,
  })
  expect(words({ ...refused, paidAt: 11 }, null)).toEqual({
    words: [
      'Last time an order of ¥1,650 was declined for insufficient balance: just now.',
      'A later payment succeeded (just now).',
    ],
    isWarning: false,
  })
})

test('Without a known refusal or payment, the text speaks of records only, because a removed account may have had a refusal', () => {
  expect(words({ accountId: 'a', refusedAt: null, refusedYen: null, paidAt: null }, null).words).toEqual([
    'The API does not report balances.',
    'Banto has no record of an order declined for insufficient balance in this account.',
  ])
})
