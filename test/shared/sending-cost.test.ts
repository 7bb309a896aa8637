import { expect, test } from 'vitest'
import { limits } from '#shared/api/limits.ts'
import { costOfSending } from '#shared/sending-cost.ts'

const renewals = (count: number) => Array.from({ length: count }, () => 'renew' as const)

test('a list that serves many orders is read once in every minute of sending', () => {
  const listsFor = (count: number) => costOfSending(renewals(count), 0, limits).calls - count
  expect([4, 59, 60, 130, 250].map(listsFor)).toEqual([1, 1, 2, 3, 5])
})

test('orders of the account that are open already make one list do for a few more', () => {
  expect(costOfSending(renewals(2), 1, limits).calls).toBe(4)
  expect(costOfSending(renewals(2), 2, limits).calls).toBe(3)
})

test('what is no renewal is looked for in a list, also alone', () => {
  expect(costOfSending(['acquire'], 0, limits)).toEqual({ calls: 2, minutes: 2 / 60, dayShare: 2 / 10_000 })
  expect(costOfSending(['order'], 0, limits)).toEqual({ calls: 2, minutes: 2 / 30, dayShare: 2 / 5_000 })
})
