import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlight } from '#renderer/features/search/highlight.ts'

test('the matched part is marked wherever it stands, ignoring case', () => {
  expect(highlight('Midori-midori.jp', 'MIDORI')).toEqual([
    { text: 'Midori', isMatch: true },
    { text: '-', isMatch: false },
    { text: 'midori', isMatch: true },
    { text: '.jp', isMatch: false },
  ])
  expect(highlight('日本語.jp', '本')).toContainEqual({ text: '本', isMatch: true })
})

test('the parts are the text itself, whatever is searched', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 3 }), (text, searched) => {
      expect(highlight(text, searched).map((part) => part.text).join('')).toBe(text)
    }),
  )
})

test('nothing is marked for an empty search', () => {
  expect(highlight('example.jp', '  ')).toEqual([{ text: 'example.jp', isMatch: false }])
})
