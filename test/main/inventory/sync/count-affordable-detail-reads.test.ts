import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#shared/durations.ts'
import { countAffordableDetailReads } from '#main/inventory/sync/count-affordable-detail-reads.ts'

const counts = fc.record({ urgent: fc.nat(500), neverRead: fc.nat(5_000), stale: fc.nat(5_000) })
const budget = fc.record({ allowed: fc.nat(5_000), used: fc.nat(6_000) })
const since = fc.oneof(fc.integer({ min: 0, max: 3 * dayMs }), fc.constant(Infinity))

test('A sync never plans more reads than are due or than are left of the daily budget', () => {
  fc.assert(
    fc.property(counts, budget, since, (due, { allowed, used }, sinceLastSyncMs) => {
      const reads = countAffordableDetailReads(due, { allowed, used }, sinceLastSyncMs)
      expect(reads).toBeLessThanOrEqual(due.urgent + due.neverRead + due.stale)
      expect(reads).toBeLessThanOrEqual(Math.max(0, allowed - used))
      expect(reads).toBeGreaterThanOrEqual(Math.min(due.urgent, Math.max(0, allowed - used)))
    }),
  )
})

test('All due details are read at once if they fit into what is left of the daily budget', () => {
  expect(countAffordableDetailReads({ urgent: 1, neverRead: 2, stale: 97 }, { allowed: 100, used: 0 }, 0)).toBe(100)
})

test('If stale details do not fit, hourly syncs read a part of the day each, and a sync after a day reads all that is left', () => {
  const due = { urgent: 0, neverRead: 0, stale: 9_000 }
  expect(countAffordableDetailReads(due, { allowed: 2_400, used: 0 }, hourMs)).toBe(100)
  expect(countAffordableDetailReads(due, { allowed: 2_400, used: 0 }, dayMs)).toBe(2_400)
  expect(countAffordableDetailReads(due, { allowed: 2_400, used: 0 }, Infinity)).toBe(2_400)
})

test('With a daily budget of 0, a sync reads nothing, even if no sync was ever complete', () => {
  const due = { urgent: 0, neverRead: 0, stale: 1 }
  expect(countAffordableDetailReads(due, { allowed: 0, used: 0 }, Infinity)).toBe(0)
})

test('First readings leave a tenth of the daily budget to urgent details', () => {
  expect(
    countAffordableDetailReads({ urgent: 0, neverRead: 9_000, stale: 0 }, { allowed: 1_000, used: 0 }, Infinity),
  ).toBe(900)
  expect(countAffordableDetailReads({ urgent: 50, neverRead: 9_000, stale: 0 }, { allowed: 1_000, used: 900 }, 0)).toBe(
    50,
  )
})
