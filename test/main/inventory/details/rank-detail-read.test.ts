import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#shared/durations.ts'
import { detailReadReasons } from '#shared/detail-read-reasons.ts'
import {
  computeDetailDueAfterMs,
  rankDetailRead,
  type DetailReadFactors,
} from '#main/inventory/details/rank-detail-read.ts'

const now = Date.UTC(2026, 10, 20, 3, 0, 0)
const pastTime = fc.integer({ min: 0, max: 90 * dayMs }).map((age) => now - age)
const facts: fc.Arbitrary<DetailReadFactors> = fc.record({
  readAt: fc.option(pastTime),
  isOnScreen: fc.boolean(),
  changedByUsAt: fc.option(pastTime),
  writtenByKeyAt: fc.option(pastTime),
  differsFromList: fc.boolean(),
  isPending: fc.boolean(),
  expiresSoon: fc.boolean(),
  changeRate: fc.double({ min: 1e-6, max: 100, noNaN: true }).map((perDay) => ({ perMs: perDay / dayMs })),
})
const rankOf = (reason: string | undefined) =>
  reason === undefined ? detailReadReasons.length : (detailReadReasons as readonly string[]).indexOf(reason)

describe('The rank of a detail in a sync', () => {
  test('A detail is never less urgent because one more reason holds', () => {
    const more: Partial<DetailReadFactors>[] = [
      { isOnScreen: true },
      { changedByUsAt: now },
      { writtenByKeyAt: now },
      { differsFromList: true },
    ]
    fc.assert(
      fc.property(facts, fc.constantFrom(...more), (one, reason) => {
        fc.pre(one.readAt !== now)
        const before = rankOf(rankDetailRead(one, now)?.reason)
        expect(rankOf(rankDetailRead({ ...one, ...reason }, now)?.reason)).toBeLessThanOrEqual(before)
      }),
    )
  })

  test('A detail does not become less urgent as its reading gets older', () => {
    fc.assert(
      fc.property(facts, fc.integer({ min: 0, max: 30 * dayMs }), (one, older) => {
        fc.pre(one.readAt !== null)
        const before = rankDetailRead(one, now)
        const after = rankDetailRead({ ...one, readAt: (one.readAt ?? 0) - older }, now)
        expect(rankOf(after?.reason)).toBeLessThanOrEqual(rankOf(before?.reason))
        if (before?.reason === 'stale' && after?.reason === 'stale')
          expect(after.gainMs).toBeGreaterThanOrEqual(before.gainMs * (1 - 1e-9))
      }),
    )
  })

  test('A detail that was never read is due, and one that was read before a change is due', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const isChanged =
          one.readAt === null ||
          (one.changedByUsAt ?? 0) > one.readAt ||
          (one.writtenByKeyAt ?? 0) > one.readAt ||
          one.differsFromList
        if (isChanged) expect(rankDetailRead(one, now)).not.toBeNull()
      }),
    )
  })

  test('A detail without a change is fresh for an hour, and due after a day', () => {
    const calm = { isOnScreen: false, changedByUsAt: null, writtenByKeyAt: null, differsFromList: false }
    fc.assert(
      fc.property(facts, fc.integer({ min: 0, max: hourMs - 1 }), (one, age) => {
        expect(rankDetailRead({ ...one, ...calm, readAt: now - age }, now)).toBeNull()
        expect(rankDetailRead({ ...one, ...calm, readAt: now - dayMs - age }, now)).not.toBeNull()
      }),
    )
  })

  test('A detail that changes more often is due earlier', () => {
    fc.assert(
      fc.property(facts, facts, (one, other) => {
        const [slow, fast] = [one.changeRate, other.changeRate].toSorted((a, b) => a.perMs - b.perMs)
        expect(computeDetailDueAfterMs(fast ?? slow ?? { perMs: 1 })).toBeLessThanOrEqual(
          computeDetailDueAfterMs(slow ?? { perMs: 1 }),
        )
      }),
    )
  })
})
