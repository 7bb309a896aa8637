import { expect, test } from 'vitest'
import { formatJapanTime } from '#shared/japan-time.ts'
import { areReadingsInSameSecond } from '#renderer/features/activity/detected-changes/are-readings-in-same-second.ts'

test.each([
  [5_000, 5_999],
  [5_999, 6_000],
  [5_000, 6_000],
  [5_000, 5_000],
])('A change is shown with one time exactly if both readings have the same shown time (%d, %d)', (from, to) => {
  expect(areReadingsInSameSecond({ previousReadAt: from, detectedAt: to })).toBe(
    formatJapanTime(from) === formatJapanTime(to),
  )
})
