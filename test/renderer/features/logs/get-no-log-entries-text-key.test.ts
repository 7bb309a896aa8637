import { expect, test } from 'vitest'
import { getNoLogEntriesTextKey } from '#renderer/features/logs/get-no-log-entries-text-key.ts'

const complete = { completeFrom: 1, gaps: [] }
const unread = { completeFrom: null, gaps: [] }
const withGap = { completeFrom: 1, gaps: [{ from: 2, to: 3, isLost: false }] }

test('Where no entry is stored, the text says that the logs were not fully read, unless they were', () => {
  expect(getNoLogEntriesTextKey([])).toBe('logs.ofTarget.partlyRead')
  expect(getNoLogEntriesTextKey([unread, unread])).toBe('logs.ofTarget.partlyRead')
  expect(getNoLogEntriesTextKey([complete, unread])).toBe('logs.ofTarget.partlyRead')
  expect(getNoLogEntriesTextKey([complete, withGap])).toBe('logs.ofTarget.partlyRead')
  expect(getNoLogEntriesTextKey([complete])).toBe('logs.ofTarget.none')
})
