import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTxtContent, joinTxtContent } from '#shared/dns/records/txt-content.ts'

test.each([
  ['v=spf1 -all', 'v=spf1 -all'],
  [' v=spf1 -all ', 'v=spf1 -all'],
  ['"v=spf1 -all"', 'v=spf1 -all'],
  ['"v=spf1 " "-all"', 'v=spf1 -all'],
  ['"a\\"b\\\\c\\065"', 'a"b\\cA'],
  ['a\\b', 'a\\b'],
  ['say "hi"', 'say "hi"'],
  ['"open', '"open'],
  ['"bad \\300"', '"bad \\300"'],
  ['""', ''],
])('The content %j has the value %j', (content, value) => {
  expect(joinTxtContent(content)).toBe(value)
})

test('Every value has a content that means it and is not changed by trimming', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', '\\', ' ', '0', '6', '5', 'a', '検') }), (value) => {
      expect(joinTxtContent(formatTxtContent(value))).toBe(value)
      expect(formatTxtContent(value)).toBe(formatTxtContent(value).trim())
    }),
    { numRuns: 2000 },
  )
})
