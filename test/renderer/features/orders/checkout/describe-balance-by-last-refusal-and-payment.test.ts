import { expect, test } from 'vitest'
import { describeBalanceByLastRefusalAndPayment } from '#renderer/features/orders/checkout/describe-balance-by-last-refusal-and-payment.ts'
import { i18n } from '#renderer/text/i18n.ts'

i18n.global.locale.value = 'en'
const refused = { accountId: 'a', refusal: { at: 10, yen: 1_650, call: 'order' }, paidAt: null } as const
const describe = (hint: Parameters<typeof describeBalanceByLastRefusalAndPayment>[0], dryRunAt: number | null) =>
  describeBalanceByLastRefusalAndPayment(
    hint,
    dryRunAt,
    () => 'just now',
    i18n.global.t as Parameters<typeof describeBalanceByLastRefusalAndPayment>[3],
  )

test('A refusal for insufficient balance is a warning until a payment or a dry run of this order succeeds', () => {
  expect(describe(refused, null)).toEqual({
    sentences: ['The service last reported an insufficient balance for an order of ¥1,650 (just now).'],
    isWarning: true,
  })
  expect(describe(refused, 5).isWarning).toBe(true)
  expect(describe(refused, 11)).toEqual({
    sentences: [
      'The service last reported an insufficient balance for an order of ¥1,650 (just now).',
      'A dry run of this order has passed since.',
    ],
    isWarning: false,
  })
  expect(describe({ ...refused, paidAt: 11 }, null)).toEqual({
    sentences: [
      'The service last reported an insufficient balance for an order of ¥1,650 (just now).',
      'A later payment succeeded (just now).',
    ],
    isWarning: false,
  })
})

test('The sentence says whether an order or a dry run was last answered with an insufficient balance', () => {
  const dryRun = { ...refused, refusal: { ...refused.refusal, call: 'dry_run' } } as const
  expect(describe(dryRun, null).sentences).toEqual([
    'The service last reported an insufficient balance for a dry run of ¥1,650 (just now).',
  ])
})

test('Without a known refusal or payment, the text speaks of records only, because a removed account may have had a refusal', () => {
  expect(describe({ accountId: 'a', refusal: null, paidAt: null }, null).sentences).toEqual([
    'The API does not report balances.',
    'Banto has no record of an order declined for insufficient balance in this account since it was added.',
  ])
})
