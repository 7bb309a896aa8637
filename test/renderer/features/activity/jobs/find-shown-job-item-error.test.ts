import { expect, test } from 'vitest'
import { AppError, toWireError } from '#shared/app-error.ts'
import { findShownJobItemError } from '#renderer/features/activity/jobs/find-shown-job-item-error.ts'

test('An item whose work is lost says nothing of answers, because its answers are not known', () => {
  const error = toWireError(new AppError('unsettled', 'The database was damaged'))
  expect(findShownJobItemError({ error })).toBe(error)
  expect(findShownJobItemError({ error, isWorkLost: true })).toBeNull()
})
