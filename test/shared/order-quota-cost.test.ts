import { expect, test } from 'vitest'
import { rateLimits } from '#shared/api/service-limits.ts'
import { calculateOrderQuotaCost } from '#shared/order-quota-cost.ts'

const renewals = (count: number) => Array.from({ length: count }, () => 'renew' as const)

test('A list that serves many renewals is read once per minute of sending', () => {
  const listsFor = (count: number) => calculateOrderQuotaCost(renewals(count), 0, rateLimits).calls - count
  expect([4, 59, 60, 130, 250].map(listsFor)).toEqual([1, 1, 2, 3, 5])
})

test('Open orders of the account lower the number of new renewals from which one list is read instead of details', () => {
  expect(calculateOrderQuotaCost(renewals(2), 1, rateLimits).calls).toBe(4)
  expect(calculateOrderQuotaCost(renewals(2), 2, rateLimits).calls).toBe(3)
})

test('An acquisition or a server order reads a list, even as the only order', () => {
  expect(calculateOrderQuotaCost(['acquire'], 0, rateLimits)).toEqual({
    calls: 2,
    minutes: 2 / 60,
    dayFraction: 2 / 10_000,
  })
  expect(calculateOrderQuotaCost(['order'], 0, rateLimits)).toEqual({
    calls: 2,
    minutes: 2 / 30,
    dayFraction: 2 / 5_000,
  })
})
