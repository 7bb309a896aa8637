import { expect, test } from 'vitest'
import { classifyPurchaseOrigin } from '#renderer/features/orders/external-purchases/classify-purchase-origin.ts'

const addedAt = 1_000_000
const purchase = {
  at: addedAt,
  isPossiblyOwn: false,
  isBeforeRebuild: false,
  isBeforeStoredRequests: false,
  isBeforeKeyRemoval: false,
  keySecretAddedAt: addedAt,
}

test('A paid call since the key was added has no stored call, and an older one may be of a removed account', () => {
  expect(classifyPurchaseOrigin({ ...purchase, at: addedAt, isPossiblyOwn: false }, addedAt)).toBe('elsewhere')
  expect(classifyPurchaseOrigin({ ...purchase, at: addedAt - 1, isPossiblyOwn: false }, addedAt)).toBe('beforeKey')
  expect(classifyPurchaseOrigin({ ...purchase, at: addedAt, isPossiblyOwn: false }, null)).toBe('beforeKey')
})

test('A paid call at about the time when its key was added may be of a removed key, and is not said to be older than the key', () => {
  const ofRemovedKey = { ...purchase, isBeforeKeyRemoval: true }
  expect(classifyPurchaseOrigin(ofRemovedKey, addedAt)).toBe('aroundKey')
  expect(classifyPurchaseOrigin({ ...ofRemovedKey, at: addedAt - 1 }, addedAt)).toBe('beforeKey')
})

test('A paid call from before the key got its present secret is older than the key, although the replaced secret was added before', () => {
  const beforeReplacement = { ...purchase, isBeforeKeyRemoval: true, keySecretAddedAt: addedAt + 1000 }
  expect(classifyPurchaseOrigin(beforeReplacement, addedAt)).toBe('beforeKey')
  expect(classifyPurchaseOrigin({ ...beforeReplacement, at: addedAt + 1000 }, addedAt)).toBe('aroundKey')
})

test('A paid call near an unanswered call of ours is possibly ours, whenever the key was added', () => {
  expect(classifyPurchaseOrigin({ ...purchase, at: addedAt - 1, isPossiblyOwn: true }, addedAt)).toBe('possiblyOwn')
  expect(classifyPurchaseOrigin({ ...purchase, at: addedAt, isPossiblyOwn: true }, addedAt)).toBe('possiblyOwn')
})

test('A paid call from before the stored calls is not called bought elsewhere, because our dry runs of that time may be deleted', () => {
  expect(classifyPurchaseOrigin({ ...purchase, isBeforeStoredRequests: true }, addedAt)).toBe('beforeStoredCalls')
})

test('A paid call from before a rebuild of the database is not called bought elsewhere, because our dry runs of that time are lost', () => {
  expect(classifyPurchaseOrigin({ ...purchase, isBeforeRebuild: true }, addedAt)).toBe('beforeRebuild')
  expect(classifyPurchaseOrigin({ ...purchase, at: addedAt - 1, isBeforeRebuild: true }, addedAt)).toBe('beforeKey')
})
