import { expect, test } from 'vitest'
import { getLogDescriptionTextKey } from '#renderer/features/logs/get-log-description-text-key.ts'

test('The execution log is said to be read regularly only if background reading has a quota', () => {
  expect(getLogDescriptionTextKey('execution', 0.01)).toBe('execution')
  expect(getLogDescriptionTextKey('execution', 0)).toBe('executionOnRequest')
  expect(getLogDescriptionTextKey('days', 0)).toBe('days')
})
