import { expect, test } from 'vitest'
import { getTitleKeyOfEmptyLog } from '#renderer/features/logs/get-title-key-of-empty-log.ts'

test('An empty log says that no entry is stored or matches only while reads by Banto are shown', () => {
  expect(getTitleKeyOfEmptyLog({ isFiltered: false, showsOwnReads: true })).toBe('logs.empty.title')
  expect(getTitleKeyOfEmptyLog({ isFiltered: false, showsOwnReads: false })).toBe('logs.empty.ownOnlyTitle')
  expect(getTitleKeyOfEmptyLog({ isFiltered: true, showsOwnReads: true })).toBe('logs.noMatch.title')
  expect(getTitleKeyOfEmptyLog({ isFiltered: true, showsOwnReads: false })).toBe('logs.noMatch.ownOnlyTitle')
})
