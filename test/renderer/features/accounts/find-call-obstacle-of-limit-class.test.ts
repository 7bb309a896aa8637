import { expect, test } from 'vitest'
import type { AppStateForAutomaticReads } from '#shared/find-automatic-read-obstacle.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import { findCallObstacleOfLimitClass } from '#renderer/features/accounts/find-call-obstacle-of-limit-class.ts'

const key = (service: 'domain' | 'server' | null, state: Key['state'] = 'working') =>
  ({ state, me: service && { services: { [service]: {} } } }) as unknown as Key

const app = (isOffline: boolean, keychain: 'ready' | 'locked', holds: object = {}) =>
  ({
    settings: { isOffline },
    keychain: { state: keychain },
    ipBlocks: [],
    refusedKeysHolds: [],
    ...holds,
  }) as unknown as AppStateForAutomaticReads
const ready = app(false, 'ready')

test('A limit class whose service no usable key has is said to lack the service, and not to lack a usable key', () => {
  const account = { keys: [key('domain'), key('server', 'quarantined')], proxy: null }
  expect(findCallObstacleOfLimitClass(account, 'server', null, ready)).toEqual({ state: 'service_not_granted' })
  expect(findCallObstacleOfLimitClass(account, 'domain', null, ready)).toBeNull()
  expect(findCallObstacleOfLimitClass(account, 'account', null, ready)).toBeNull()
  const held = { state: 'held', reason: 'refused_keys', until: 1 } as const
  expect(findCallObstacleOfLimitClass(account, 'server', held, ready)).toEqual({ state: 'service_not_granted' })
  expect(findCallObstacleOfLimitClass(account, 'domain', held, ready)).toEqual(held)
  expect(findCallObstacleOfLimitClass(account, 'server', { state: 'paused' }, ready)).toEqual({ state: 'paused' })
  // The permissions of a key that was never checked are unknown.
  expect(findCallObstacleOfLimitClass({ keys: [key(null)], proxy: null }, 'server', null, ready)).toBeNull()
})

test.each(['paused', 'no_usable_key'] as const)(
  'No test of a key is announced as the next call of an account (%s) while none can be sent',
  (state) => {
    const find = (appState: AppStateForAutomaticReads) =>
      findCallObstacleOfLimitClass({ keys: [key('domain')], proxy: null }, 'account', { state }, appState)
    expect(find(ready)).toEqual({ state })
    expect(find(app(true, 'ready'))).toEqual({ state: 'offline' })
    expect(find(app(false, 'locked'))).toEqual({ state: 'keychain' })
    const ofProxy = app(false, 'ready', { ipBlocks: [{ proxyUrl: 'http://proxy.example:3128', since: 0, until: 9 }] })
    expect(find(ofProxy)).toEqual({ state })
    const blocked = app(false, 'ready', { ipBlocks: [{ proxyUrl: null, since: 0, until: 9 }] })
    expect(find(blocked)).toEqual({ state: 'held', reason: 'assumed_block', until: 9 })
  },
)

test('No test of a key is announced while keys are refused, unless a key may have been accepted a short time ago', () => {
  const held = app(false, 'ready', { refusedKeysHolds: [{ proxyUrl: null, until: 9, refusedCalls: 2 }] })
  const find = (...states: Key['state'][]) =>
    findCallObstacleOfLimitClass(
      { keys: states.map((state) => key('domain', state)), proxy: null },
      'account',
      { state: 'no_usable_key' },
      held,
    )
  expect(find('quarantined')).toEqual({ state: 'key_tests_held', until: 9 })
  expect(find()).toEqual({ state: 'key_tests_held', until: 9 })
  expect(find('quarantined', 'forbidden')).toEqual({ state: 'no_usable_key' })
})
