import { expect, test } from 'vitest'
import type { AppStateForAutomaticReads } from '#shared/find-automatic-read-obstacle.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import { findCallObstacleOfLimitClass } from '#renderer/features/accounts/find-call-obstacle-of-limit-class.ts'

const key = (service: 'domain' | 'server' | null, state: Key['state'] = 'working') =>
  ({ state, me: service && { services: { [service]: {} } } }) as unknown as Key

const app = (isOffline: boolean, keychain: 'ready' | 'locked') =>
  ({ settings: { isOffline }, keychain: { state: keychain } }) as unknown as AppStateForAutomaticReads
const ready = app(false, 'ready')

test('A limit class whose service no usable key has is said to lack the service, and not to lack a usable key', () => {
  const account = { keys: [key('domain'), key('server', 'quarantined')] }
  expect(findCallObstacleOfLimitClass(account, 'server', null, ready)).toEqual({ state: 'service_not_granted' })
  expect(findCallObstacleOfLimitClass(account, 'domain', null, ready)).toBeNull()
  expect(findCallObstacleOfLimitClass(account, 'account', null, ready)).toBeNull()
  const held = { state: 'held', reason: 'refused_keys', until: 1 } as const
  expect(findCallObstacleOfLimitClass(account, 'server', held, ready)).toEqual({ state: 'service_not_granted' })
  expect(findCallObstacleOfLimitClass(account, 'domain', held, ready)).toEqual(held)
  expect(findCallObstacleOfLimitClass(account, 'server', { state: 'paused' }, ready)).toEqual({ state: 'paused' })
  // The permissions of a key that was never checked are unknown.
  expect(findCallObstacleOfLimitClass({ keys: [key(null)] }, 'server', null, ready)).toBeNull()
})

test.each(['paused', 'no_usable_key'] as const)(
  'No test of a key is announced as the next call of an account (%s) while none can be sent',
  (state) => {
    const find = (appState: AppStateForAutomaticReads) =>
      findCallObstacleOfLimitClass({ keys: [key('domain')] }, 'account', { state }, appState)
    expect(find(ready)).toEqual({ state })
    expect(find(app(true, 'ready'))).toEqual({ state: 'offline' })
    expect(find(app(false, 'locked'))).toEqual({ state: 'keychain' })
  },
)
