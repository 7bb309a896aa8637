import { expect, test } from 'vitest'
import { toWireError, AppError } from '#shared/app-error.ts'
import { getShownChangeError } from '#shared/ipc/change-log.ts'

test('A change whose outcome a reading has decided does not show the error that its outcome is unknown', () => {
  const unsettled = toWireError(new AppError('unsettled', 'No response'))
  const refused = toWireError(new AppError('service', 'Refused'))
  expect(getShownChangeError({ result: 'unknown', error: unsettled })).toBe(unsettled)
  expect(getShownChangeError({ result: 'failed', error: unsettled })).toBeNull()
  expect(getShownChangeError({ result: 'done', error: unsettled })).toBeNull()
  expect(getShownChangeError({ result: 'failed', error: refused })).toBe(refused)
})
