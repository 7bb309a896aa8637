import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countOverlap, splitByMatches, trimLastLine } from '#renderer/features/servers/error-log/log-lines.ts'

/** Few different lines, so that they repeat often. */
const lines = fc.array(fc.constantFrom('a', 'b'), { maxLength: 12 })

/** The capital I with a dot is longer in lower case. */
const text = fc.string({ unit: fc.constantFrom('a', 'A', 'x', 'İ', '日') })

test('The overlap of two readings is the longest end of the first that begins the second', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const lengths = after.map((_, index) => index + 1)
      const fits = (length: number) =>
        length <= before.length && before.slice(before.length - length).join() === after.slice(0, length).join()
      expect(countOverlap(before, after)).toBe(lengths.findLast(fits) ?? 0)
    }),
    { numRuns: 1000 },
  )
})

test('Ten thousand equal lines are compared at once', () => {
  const equal = new Array<string>(10_000).fill('the same')
  expect(countOverlap([...equal, 'other'], equal)).toBe(0)
  expect(countOverlap(equal, equal)).toBe(equal.length)
})

test('A line break at the end of a log is no line', () => {
  expect(trimLastLine(['a', '', 'b', ''])).toEqual(['a', '', 'b'])
  expect(trimLastLine([''])).toEqual([])
})

test('A search marks each match, whatever its letter case', () => {
  expect(splitByMatches('PHP Warning: php', 'php')).toEqual(['', 'PHP', ' Warning: ', 'php', ''])
  expect(splitByMatches('no match', 'x')).toEqual(['no match'])
  expect(splitByMatches('anything', '')).toEqual(['anything'])
  // A match cannot be located, so that none is marked.
  expect(splitByMatches('İ x', 'x')).toEqual(['İ x'])
})

test('The parts of a line are the whole line, whatever is searched', () => {
  fc.assert(
    fc.property(text, text, (line, search) => {
      expect(splitByMatches(line, search).join('')).toBe(line)
    }),
  )
})
