import { expect, test } from 'vitest'
import { findPurchaseSender } from '#renderer/features/orders/external-purchases/find-purchase-sender.ts'

const addedAt = 1_000_000

test('A paid call since the key was added has no stored call, and an older one may be of a removed account', () => {
  expect(findPurchaseSender({ at: addedAt, ownUnanswered: 0 }, addedAt)).toBe('elsewhere')
  expect(findPurchaseSender({ at: addedAt - 1, ownUnanswered: 0 }, addedAt)).toBe('beforeKey')
  expect(findPurchaseSender({ at: addedAt, ownUnanswered: 0 }, null)).toBe('beforeKey')
})

test('A paid call near an unanswered call of ours is possibly ours, whenever the key was added', () => {
  expect(findPurchaseSender({ at: addedAt - 1, ownUnanswered: 1 }, addedAt)).toBe('possiblyOwn')
  expect(findPurchaseSender({ at: addedAt, ownUnanswered: 2 }, addedAt)).toBe('possiblyOwn')
})
