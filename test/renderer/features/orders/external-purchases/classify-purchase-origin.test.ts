import { expect, test } from 'vitest'
import { classifyPurchaseSender } from '#renderer/features/orders/external-purchases/classify-purchase-sender.ts'

const addedAt = 1_000_000
const purchase = { at: addedAt, isPossiblyOwn: false, isBeforeRebuild: false }

test('A paid call since the key was added has no stored call, and an older one may be of a removed account', () => {
  expect(classifyPurchaseSender({ ...purchase, at: addedAt, isPossiblyOwn: false }, addedAt)).toBe('elsewhere')
  expect(classifyPurchaseSender({ ...purchase, at: addedAt - 1, isPossiblyOwn: false }, addedAt)).toBe('beforeKey')
  expect(classifyPurchaseSender({ ...purchase, at: addedAt, isPossiblyOwn: false }, null)).toBe('beforeKey')
})

test('A paid call near an unanswered call of ours is possibly ours, whenever the key was added', () => {
  expect(classifyPurchaseSender({ ...purchase, at: addedAt - 1, isPossiblyOwn: true }, addedAt)).toBe('possiblyOwn')
  expect(classifyPurchaseSender({ ...purchase, at: addedAt, isPossiblyOwn: true }, addedAt)).toBe('possiblyOwn')
})

test('A paid call from before a rebuild of the database is not called bought elsewhere, because our dry runs of that time are lost', () => {
  expect(classifyPurchaseSender({ ...purchase, isBeforeRebuild: true }, addedAt)).toBe('beforeRebuild')
  expect(classifyPurchaseSender({ ...purchase, at: addedAt - 1, isBeforeRebuild: true }, addedAt)).toBe('beforeKey')
})
