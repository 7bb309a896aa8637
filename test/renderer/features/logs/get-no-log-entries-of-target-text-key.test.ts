import { expect, test } from 'vitest'
import { getNoLogEntriesOfTargetTextKey } from '#renderer/features/logs/get-no-log-entries-of-target-text-key.ts'

const complete = { completeFrom: 1, gaps: [] }
const unread = { completeFrom: null, gaps: [] }
const withGap = { completeFrom: 1, gaps: [{ from: 2, to: 3, isLost: false }] }

test('Where no entry is stored, the text says that the stored logs are not complete, unless they are', () => {
  expect(getNoLogEntriesOfTargetTextKey([])).toBe('logs.ofTarget.partlyRead')
  expect(getNoLogEntriesOfTargetTextKey([unread, unread])).toBe('logs.ofTarget.partlyRead')
  expect(getNoLogEntriesOfTargetTextKey([complete, unread])).toBe('logs.ofTarget.partlyRead')
  expect(getNoLogEntriesOfTargetTextKey([complete, withGap])).toBe('logs.ofTarget.partlyRead')
  expect(getNoLogEntriesOfTargetTextKey([complete])).toBe('logs.ofTarget.none')
})
