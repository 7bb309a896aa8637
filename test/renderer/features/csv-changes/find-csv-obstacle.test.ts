import { expect, test } from 'vitest'
import { findCsvObstacle } from '#renderer/features/csv-changes/find-csv-obstacle.ts'

const read = { hasFile: true, isLookingUp: false, hasLookupFailed: false, lines: 3 }

test('A CSV file is called unusable only after its domains were looked up', () => {
  expect(findCsvObstacle(read)).toBeNull()
  expect(findCsvObstacle({ ...read, lines: 0 })).toBe('no_usable_line')
  expect(findCsvObstacle({ ...read, lines: 0, isLookingUp: true })).toBe('searching')
  expect(findCsvObstacle({ ...read, lines: 0, hasLookupFailed: true })).toBe('lookup_failed')
  expect(findCsvObstacle({ ...read, lines: 0, hasFile: false })).toBe('no_file')
})
