import { expect, test } from 'vitest'
import { findCsvPlanObstacle } from '#renderer/features/domain-change-csv/find-csv-plan-obstacle.ts'

const read = { hasFile: true, isLookingUp: false, hasLookupFailed: false, lines: 3 }

test('A CSV file is called unusable only after its domains were looked up', () => {
  expect(findCsvPlanObstacle(read)).toBeNull()
  expect(findCsvPlanObstacle({ ...read, lines: 0 })).toBe('no_usable_line')
  expect(findCsvPlanObstacle({ ...read, lines: 0, isLookingUp: true })).toBe('searching')
  expect(findCsvPlanObstacle({ ...read, lines: 0, hasLookupFailed: true })).toBe('lookup_failed')
  expect(findCsvPlanObstacle({ ...read, lines: 0, hasFile: false })).toBe('no_file')
})
