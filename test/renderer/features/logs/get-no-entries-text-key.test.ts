import { expect, test } from 'vitest'
import { getNoEntriesTextKey } from '#renderer/features/logs/get-no-entries-text-key.ts'

const complete = { completeFrom: 1, gaps: [] }
const unread = { completeFrom: null, gaps: [] }
const withGap = { completeFrom: 1, gaps: [{ from: 2, to: 3, isLost: false }] }

test('No stored entry is told as such only if the logs of the keys were read', () => {
  expect(getNoEntriesTextKey([])).toBe('logs.ofTarget.unread')
  expect(getNoEntriesTextKey([unread, unread])).toBe('logs.ofTarget.unread')
  expect(getNoEntriesTextKey([complete, unread])).toBe('logs.ofTarget.partlyRead')
  expect(getNoEntriesTextKey([complete, withGap])).toBe('logs.ofTarget.partlyRead')
  expect(getNoEntriesTextKey([complete])).toBe('logs.ofTarget.none')
})
