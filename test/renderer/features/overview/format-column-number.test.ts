import { expect, test } from 'vitest'
import { formatColumnNumber } from '#renderer/features/overview/format-column-number.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test.each([
  ['en', 1290, '≥1.2K', '1,290'],
  ['en', 12_990, '≥12.9K', '13K'],
  ['ja', 1290, '1,290+', '1,290'],
  ['ja', 12_990, '1.2万+', '1.3万'],
] as const)('A lower limit above a column is not rounded up (%s, %d)', (language, value, limit, whole) => {
  const t = setMessageLanguage(language)
  expect(formatColumnNumber({ value, isPartial: true }, language, t)).toBe(limit)
  expect(formatColumnNumber({ value }, language, t)).toBe(whole)
})
