import { expect, test } from 'vitest'
import { describeExternalPaidCallCounts } from '#renderer/features/orders/external-purchases/describe-external-paid-call-counts.ts'
import { i18n } from '#renderer/text/i18n.ts'

test.each([
  ['en', '2 with no stored call · of the others, at most 1 bought elsewhere', 'at most 1 bought elsewhere'],
  ['ja', '該当する記録なし: 2 件 · そのほかのうちBanto以外の可能性: 最大 1 件', 'Banto以外の可能性: 最大 1 件'],
] as const)(
  'The most calls that may be from elsewhere are said to be other ones than those with no stored call (%s)',
  (language, beside, alone) => {
    i18n.global.locale.value = language
    const describe = (elsewhere: number) =>
      describeExternalPaidCallCounts({ elsewhere, possiblyElsewhere: 1, refused: 0 }, String, i18n.global.t)
    expect(describe(2)).toBe(beside)
    expect(describe(0)).toBe(alone)
  },
)

test('Refused calls are counted apart from those that may have been charged', () => {
  i18n.global.locale.value = 'en'
  const describe = (elsewhere: number, refused: number) =>
    describeExternalPaidCallCounts({ elsewhere, possiblyElsewhere: 0, refused }, String, i18n.global.t)
  expect(describe(2, 1)).toBe('2 with no stored call, possibly charged · 1 refused, not charged')
  expect(describe(0, 1)).toBe('1 refused, not charged')
  expect(describe(0, 0)).toBe('0 calls')
})
