import { expect, test } from 'vitest'
import { rateLimits } from '#shared/api/limits.ts'
import { calculateOrderQuotaCost } from '#shared/order-quota-cost.ts'

const renewals = (count: number) => Array.from({ length: count }, () => 'renew' as const)

test('a list that serves many orders is read once in every minute of sending', () => {
  const listsFor = (count: number) => calculateOrderQuotaCost(renewals(count), 0, rateLimits).calls - count
  expect([4, 59, 60, 130, 250].map(listsFor)).toEqual([1, 1, 2, 3, 5])
})

test('orders of the account that are open already make one list do for a few more', () => {
  expect(calculateOrderQuotaCost(renewals(2), 1, rateLimits).calls).toBe(4)
  expect(calculateOrderQuotaCost(renewals(2), 2, rateLimits).calls).toBe(3)
})

test('what is no renewal is looked for in a list, also alone', () => {
  expect(calculateOrderQuotaCost(['acquire'], 0, rateLimits)).toEqual({ calls: 2, minutes: 2 / 60, dayShare: 2 / 10_000 })
  expect(calculateOrderQuotaCost(['order'], 0, rateLimits)).toEqual({ calls: 2, minutes: 2 / 30, dayShare: 2 / 5_000 })
})
