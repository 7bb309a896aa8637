import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import {
  assumedDetailChangeRates,
  estimateDetailChangeRate,
  estimateRelativeChangeRateOfDomain,
  computeStaleTimeAvoidedByRead,
} from '#main/inventory/details/estimate-detail-change-rate.ts'

const observedMs = fc.integer({ min: 0, max: 60 * dayMs })
const count = fc.nat(50)

test('More detected changes in the same time give a higher rate, and more time without a change gives a lower one', () => {
  fc.assert(
    fc.property(observedMs, count, count, (time, changes, more) => {
      const rate = (n: number, ms: number) =>
        estimateDetailChangeRate({ changes: n, unannounced: n, observedMs: ms }, assumedDetailChangeRates, 1).perMs
      if (more > 0) expect(rate(changes + more, time)).toBeGreaterThan(rate(changes, time))
      expect(rate(changes, time + dayMs)).toBeLessThan(rate(changes, time))
    }),
  )
})

test('A domain that changed more than an average one raises the rates of all its details', () => {
  const observed = { changes: 0, unannounced: 0, observedMs: 30 * dayMs }
  const rate = (changes: number) =>
    estimateDetailChangeRate(observed, assumedDetailChangeRates, estimateRelativeChangeRateOfDomain(changes, 1)).perMs
  expect(rate(5)).toBeGreaterThan(rate(0))
})

test('The gain of a reading grows with its age, is never above the mean time between changes, and is finite', () => {
  const rate = fc.double({ min: 1e-9, max: 1e3, noNaN: true }).map((perDay) => ({ perMs: perDay / dayMs }))
  fc.assert(
    fc.property(
      rate,
      fc.integer({ min: 0, max: 365 * dayMs }),
      fc.integer({ min: 0, max: dayMs }),
      (one, age, more) => {
        const gain = computeStaleTimeAvoidedByRead(one, age)
        expect(Number.isFinite(gain)).toBe(true)
        expect(gain).toBeGreaterThanOrEqual(0)
        expect(gain).toBeLessThanOrEqual((1 / one.perMs) * (1 + 1e-9))
        expect(computeStaleTimeAvoidedByRead(one, age + more)).toBeGreaterThanOrEqual(gain * (1 - 1e-6))
      },
    ),
  )
})
