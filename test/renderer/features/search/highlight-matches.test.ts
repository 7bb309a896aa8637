import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlightMatches } from '#renderer/features/search/highlight-matches.ts'

test('Every match in a text is marked, ignoring case', () => {
  expect(highlightMatches('Midori-midori.jp', 'MIDORI')).toEqual([
    { text: 'Midori', isMatch: true },
    { text: '-', isMatch: false },
    { text: 'midori', isMatch: true },
    { text: '.jp', isMatch: false },
  ])
  expect(highlightMatches('日本語.jp', '本')).toContainEqual({ text: '本', isMatch: true })
})

test('The parts together are the text, for any search', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 3 }), (text, searched) => {
      expect(
        highlightMatches(text, searched)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

test('An empty search marks nothing', () => {
  expect(highlightMatches('example.jp', '  ')).toEqual([{ text: 'example.jp', isMatch: false }])
})

test('Only the searched text is marked, even next to letters whose lower case is longer', () => {
  expect(
    highlightMatches('İx', 'x')
      .filter(({ isMatch }) => isMatch)
      .map(({ text }) => text.toLowerCase()),
  ).not.toContain('')
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'B', 'İ', '日') }),
      fc.constantFrom('a', 'b', 'ab', '日'),
      (text, searched) => {
        for (const part of highlightMatches(text, searched))
          if (part.isMatch) expect(part.text.toLowerCase()).toBe(searched)
      },
    ),
  )
})
