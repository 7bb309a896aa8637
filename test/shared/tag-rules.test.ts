import { expect, test } from 'vitest'
import { isValidTag, maxTagLength, splitTags, getTagComparisonKey } from '#shared/tag-rules.ts'

test('Tags in a text are separated by commas, semicolons and line breaks of any width, and each is returned once', () => {
  expect(splitTags(' VIP ,  big   client；本番、vip\nShop\tＡＢＣ，')).toEqual([
    'VIP',
    'big client',
    '本番',
    'Shop',
    'ABC',
  ])
  expect(splitTags(' , ;')).toEqual([])
})

test('The case and the width of letters do not make another tag', () => {
  expect(getTagComparisonKey('ＶＩＰ')).toBe(getTagComparisonKey('vip'))
})

test('A tag is one trimmed text without separators and of limited length', () => {
  expect(['VIP', 'big client', '本番'].every(isValidTag)).toBe(true)
  expect(['', ' VIP', 'a,b', 'a;b', 'a\nb', 'x'.repeat(maxTagLength + 1)].some(isValidTag)).toBe(false)
})
