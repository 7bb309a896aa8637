import { expect, test } from 'vitest'
import { classifyPurchaseOrigin } from '#renderer/features/orders/external-purchases/classify-purchase-origin.ts'

const purchase = {
  isPossiblyOwn: false,
  isBeforeKey: false,
  isBeforeKeyRemoval: false,
  isBeforeRebuild: false,
  isBeforeStoredRequests: false,
}

test('A paid call since the key was added has no stored call, and an older one may be of a removed account', () => {
  expect(classifyPurchaseOrigin(purchase)).toBe('elsewhere')
  expect(classifyPurchaseOrigin({ ...purchase, isBeforeKey: true })).toBe('beforeKey')
})

test('A paid call at about the time when its key was added may be of a removed key, and is not said to be older than the key', () => {
  const ofRemovedKey = { ...purchase, isBeforeKeyRemoval: true }
  expect(classifyPurchaseOrigin(ofRemovedKey)).toBe('aroundKey')
  expect(classifyPurchaseOrigin({ ...ofRemovedKey, isBeforeKey: true })).toBe('beforeKey')
})

test('A paid call near an unanswered call of ours is possibly ours, whenever the key was added', () => {
  expect(classifyPurchaseOrigin({ ...purchase, isPossiblyOwn: true })).toBe('possiblyOwn')
  expect(classifyPurchaseOrigin({ ...purchase, isPossiblyOwn: true, isBeforeKey: true })).toBe('possiblyOwn')
})

test('A paid call from before the stored calls is not called bought elsewhere, because our dry runs of that time may be deleted', () => {
  expect(classifyPurchaseOrigin({ ...purchase, isBeforeStoredRequests: true })).toBe('beforeStoredCalls')
})

test('A paid call from before a rebuild of the database is not called bought elsewhere, because our dry runs of that time are lost', () => {
  expect(classifyPurchaseOrigin({ ...purchase, isBeforeRebuild: true })).toBe('beforeRebuild')
  expect(classifyPurchaseOrigin({ ...purchase, isBeforeRebuild: true, isBeforeKey: true })).toBe('beforeKey')
})
