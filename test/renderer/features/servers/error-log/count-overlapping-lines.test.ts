import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countOverlappingLines,
  removeEmptyLastLine,
} from '#renderer/features/servers/error-log/count-overlapping-lines.ts'

/** Few different lines, so that they repeat often. */
const lines = fc.array(fc.constantFrom('a', 'b'), { maxLength: 12 })

test('The overlap of two readings is the longest end of the first that begins the second', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const lengths = after.map((_, index) => index + 1)
      const fits = (length: number) =>
        length <= before.length && before.slice(before.length - length).join() === after.slice(0, length).join()
      expect(countOverlappingLines(before, after)).toBe(lengths.findLast(fits) ?? 0)
    }),
    { numRuns: 1000 },
  )
})

test('Ten thousand equal lines are compared at once', () => {
  const equal = new Array<string>(10_000).fill('the same')
  expect(countOverlappingLines([...equal, 'other'], equal)).toBe(0)
  expect(countOverlappingLines(equal, equal)).toBe(equal.length)
})

test('A line break at the end of a log is no line', () => {
  expect(removeEmptyLastLine(['a', '', 'b', ''])).toEqual(['a', '', 'b'])
  expect(removeEmptyLastLine([''])).toEqual([])
})
