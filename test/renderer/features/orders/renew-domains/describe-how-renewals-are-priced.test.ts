import { expect, test } from 'vitest'
import { describeHowRenewalsArePriced } from '#renderer/features/orders/renew-domains/describe-how-renewals-are-priced.ts'
import { i18n } from '#renderer/text/i18n.ts'

i18n.global.locale.value = 'en'
const t = i18n.global.t as Parameters<typeof describeHowRenewalsArePriced>[1]

test('The hint before a quote names the dry run for one domain, the read accounts for several, and nothing for none', () => {
  expect(describeHowRenewalsArePriced([{ row: { accountId: 'a' } }], t)).toMatch(/dry run.*Nothing is charged/)
  expect(
    describeHowRenewalsArePriced(
      ['a', 'b', 'a'].map((accountId) => ({ row: { accountId } })),
      t,
    ),
  ).toMatch(/domains of 2 accounts/)
  expect(describeHowRenewalsArePriced([], t)).toBe('')
})
