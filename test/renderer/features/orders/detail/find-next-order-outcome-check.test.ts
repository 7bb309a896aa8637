import { expect, test } from 'vitest'
import { hourMs } from '#shared/durations.ts'
import { findNextOrderOutcomeCheck } from '#renderer/features/orders/detail/find-next-order-outcome-check.ts'

test('The next check of an order is shown as soon, and not as a past time, once its time has come', () => {
  const find = (nextLookAt: number | null) => findNextOrderOutcomeCheck({ nextLookAt }, null, 1000)
  expect(find(1001)).toEqual({ when: 'planned', at: 1001 })
  expect(find(1000)).toEqual({ when: 'soon' })
  expect(find(999)).toEqual({ when: 'soon' })
  expect(find(null)).toBeNull()
})

test('The next check of an order is not announced for a time before which its account makes no calls', () => {
  const find = (nextLookAt: number | null, until: number | null) =>
    findNextOrderOutcomeCheck({ nextLookAt }, { until }, 1000)
  for (const nextLookAt of [999, 2000]) {
    expect(find(nextLookAt, hourMs)).toEqual({ when: 'not_before', at: hourMs })
    expect(find(nextLookAt, null)).toEqual({ when: 'held' })
  }
  expect(find(2 * hourMs, hourMs)).toEqual({ when: 'planned', at: 2 * hourMs })
  expect(find(null, hourMs)).toBeNull()
})
