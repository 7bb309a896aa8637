import { expect, test } from 'vitest'
import { renewQuoteHint } from '#renderer/features/orders/renew-domains/renew-quote-hint.ts'
import { i18n } from '#renderer/text/i18n.ts'

i18n.global.locale.value = 'en'
const t = i18n.global.t as Parameters<typeof renewQuoteHint>[1]

test('a question for the price of one domain tells of the dry run, and one for several of the accounts that are read, and none of nothing', () => {
  expect(renewQuoteHint([{ row: { accountId: 'a' } }], t)).toMatch(/dry run.*Nothing is charged/)
  expect(
    renewQuoteHint(
      ['a', 'b', 'a'].map((accountId) => ({ row: { accountId } })),
      t,
    ),
  ).toMatch(/domains of 2 accounts/)
  expect(renewQuoteHint([], t)).toBe('')
})
