import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '#shared/durations.ts'
import {
  computeNextPollAt,
  pendingStatusPollIntervalsMs,
  updatePendingStatusPollState,
} from '#main/inventory/sync/pending-status-poll-backoff.ts'

const now = Date.UTC(2026, 10, 20, 3, 0, 0)
const state = fc.record({
  shown: fc.constantFrom('a', 'b'),
  polls: fc.nat(20),
  polledAt: fc.integer({ min: -dayMs, max: dayMs }).map((ms) => now + ms),
})
const readAt = fc.integer({ min: -dayMs, max: dayMs }).map((ms) => now + ms)

test('A list is polled at growing pauses, at last every hour', () => {
  const pauses = Array.from(
    { length: 8 },
    (_, polls) => computeNextPollAt({ shown: '', polls, polledAt: now }, 0, now) - now,
  )
  expect(pauses.map((ms) => ms / minuteMs)).toEqual([1, 2, 5, 10, 30, 60, 60, 60])
})

test('A poll is one pause after the newest reading of any kind, and never later than an hour from now', () => {
  fc.assert(
    fc.property(state, readAt, (polling, read) => {
      const at = computeNextPollAt(polling, read, now)
      const pause = pendingStatusPollIntervalsMs[Math.min(polling.polls, 5)] as number
      expect(at).toBeLessThanOrEqual(now + pause)
      expect(at).toBeGreaterThanOrEqual(Math.min(now, polling.polledAt) + pause)
      expect(at).toBeGreaterThanOrEqual(Math.min(now, read) + pause)
      // A later reading never brings the poll forward.
      expect(computeNextPollAt(polling, read + minuteMs, now)).toBeGreaterThanOrEqual(at)
    }),
  )
})

test('Only a change of what is unfinished starts the pauses again', () => {
  fc.assert(
    fc.property(state, fc.constantFrom('a', 'b'), (before, shown) => {
      const after = updatePendingStatusPollState(before, shown, now)
      expect(after.polls).toBe(shown === before.shown ? before.polls : 0)
      expect(after.polledAt).toBe(before.polledAt)
      expect(after.shown).toBe(shown)
    }),
  )
  expect(updatePendingStatusPollState(undefined, 'a', now)).toEqual({ shown: 'a', polls: 0, polledAt: now })
})
