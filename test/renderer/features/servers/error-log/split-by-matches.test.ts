import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitByMatches } from '#renderer/features/servers/error-log/split-by-matches.ts'

/** The capital I with a dot is longer in lower case. */
const text = fc.string({ unit: fc.constantFrom('a', 'A', 'x', 'İ', '日') })

test('A search marks each match, whatever its letter case', () => {
  expect(splitByMatches('PHP Warning: php', 'php')).toEqual(['', 'PHP', ' Warning: ', 'php', ''])
  expect(splitByMatches('no match', 'x')).toEqual(['no match'])
  expect(splitByMatches('anything', '')).toEqual(['anything'])
  // The position of the match is not known, so nothing is marked.
  expect(splitByMatches('İ x', 'x')).toEqual(['İ x'])
})

test('The parts of a line are the whole line, whatever is searched', () => {
  fc.assert(
    fc.property(text, text, (line, search) => {
      expect(splitByMatches(line, search).join('')).toBe(line)
    }),
  )
})
