import { expect, test } from 'vitest'
import { askHint } from '#renderer/features/orders/renew/ask-hint.ts'
import { i18n } from '#renderer/text/i18n.ts'

i18n.global.locale.value = 'en'
const t = i18n.global.t as Parameters<typeof askHint>[1]

test('a question for the price of one domain tells of the dry run, and one for several of the accounts that are read, and none of nothing', () => {
  expect(askHint([{ row: { accountId: 'a' } }], t)).toMatch(/dry run.*Nothing is charged/)
  expect(askHint(['a', 'b', 'a'].map((accountId) => ({ row: { accountId } })), t)).toMatch(/domains of 2 accounts/)
  expect(askHint([], t)).toBe('')
})
