import { expect, test } from 'vitest'
import { getNoLogEntriesTextKey } from '#renderer/features/logs/get-no-log-entries-text-key.ts'

const complete = { completeFrom: 1, gaps: [] }
const unread = { completeFrom: null, gaps: [] }
const withGap = { completeFrom: 1, gaps: [{ from: 2, to: 3, isLost: false }] }

test('No stored entry is told as such only if the logs of the keys were read', () => {
  expect(getNoLogEntriesTextKey([])).toBe('logs.ofTarget.unread')
  expect(getNoLogEntriesTextKey([unread, unread])).toBe('logs.ofTarget.unread')
  expect(getNoLogEntriesTextKey([complete, unread])).toBe('logs.ofTarget.partlyRead')
  expect(getNoLogEntriesTextKey([complete, withGap])).toBe('logs.ofTarget.partlyRead')
  expect(getNoLogEntriesTextKey([complete])).toBe('logs.ofTarget.none')
})
