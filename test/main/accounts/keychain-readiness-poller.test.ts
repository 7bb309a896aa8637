import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { secondMs } from '#shared/durations.ts'
import { createKeychainSecretStore } from '#main/accounts/keychain-secret-store.ts'
import { createKeychainReadinessPoller } from '#main/accounts/keychain-readiness-poller.ts'
import { createKeychainInMemory } from '#test/keychain-in-memory.ts'
import { temporaryDatabase } from '#test/temporary-database.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'

/** A keychain of the operating system that fails until `unlock` is called, and the seconds at which it was used. */
function createFailingKeychain() {
  const clock = createVirtualClock()
  const working = createKeychainInMemory()
  const usedAt = new Set<number>()
  let isUnlocked = false

  function use<T>(work: () => Promise<T>): Promise<T> {
    usedAt.add(clock.monotonic() / secondMs)
    return isUnlocked ? work() : Promise.reject(new Error('There is no keychain'))
  }

  const keychain = createKeychainSecretStore({
    store: {
      get: (name) => use(() => working.get(name)),
      set: (name, secret) => use(() => working.set(name, secret)),
      delete: (name) => use(() => working.delete(name)),
    },
    database: temporaryDatabase(),
    clock,
    newId: randomUUID,
  })
  return { clock, keychain, usedAt, unlock: () => void (isUnlocked = true) }
}

test('A keychain that is not ready is checked with pauses that double up to ten minutes, and no more once it is ready', async () => {
  const { clock, keychain, usedAt, unlock } = createFailingKeychain()
  await keychain.checkState()
  usedAt.clear()
  const poller = createKeychainReadinessPoller({ keychain, clock, closing: new AbortController().signal })
  poller.pollUntilReady()
  // A second failure while it is already checking starts no second series.
  await clock.advance(2 * secondMs)
  poller.pollUntilReady()

  await clock.advance(1_900 * secondMs)
  expect([...usedAt]).toEqual([5, 15, 35, 75, 155, 315, 635, 1_235, 1_835])

  unlock()
  await clock.advance(600 * secondMs)
  expect(keychain.state().state).toBe('ready')
  usedAt.clear()
  await clock.advance(3_600 * secondMs)
  expect([...usedAt]).toEqual([])
})

test('A keychain is not checked after the app was closed', async () => {
  const { clock, keychain, usedAt } = createFailingKeychain()
  await keychain.checkState()
  usedAt.clear()
  const closing = new AbortController()
  createKeychainReadinessPoller({ keychain, clock, closing: closing.signal }).pollUntilReady()

  closing.abort()
  await clock.advance(60 * secondMs)

  expect([...usedAt]).toEqual([])
})

test('After a check that failed for another reason than the keychain, the keychain can be checked again', async () => {
  const { clock, keychain, usedAt, unlock } = createFailingKeychain()
  await keychain.checkState()
  usedAt.clear()
  let isDatabaseBusy = true
  const checkState = () => (isDatabaseBusy ? Promise.reject(new Error('database is locked')) : keychain.checkState())
  const poller = createKeychainReadinessPoller({
    keychain: { state: keychain.state, checkState },
    clock,
    closing: new AbortController().signal,
  })
  poller.pollUntilReady()
  await clock.advance(60 * secondMs)
  expect([...usedAt]).toEqual([])

  isDatabaseBusy = false
  unlock()
  poller.pollUntilReady()
  await clock.advance(60 * secondMs)
  expect([...usedAt]).toEqual([65])
  expect(keychain.state().state).toBe('ready')
})
