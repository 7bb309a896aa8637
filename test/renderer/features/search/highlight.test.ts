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

test('only what was searched is marked, also beside letters whose lower case is longer', () => {
  expect(highlight('İx', 'x').filter(({ isMatch }) => isMatch).map(({ text }) => text.toLowerCase())).not.toContain('')
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'B', 'İ', '日') }), fc.constantFrom('a', 'b', 'ab', '日'), (text, searched) => {
      for (const part of highlight(text, searched)) if (part.isMatch) expect(part.text.toLowerCase()).toBe(searched)
    }),
  )
})
