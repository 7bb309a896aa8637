import { expect, test } from 'vitest'
import type { Key } from '#shared/ipc/accounts.ts'
import { findCallObstacleOfLimitClass } from '#renderer/features/accounts/find-call-obstacle-of-limit-class.ts'

const key = (service: 'domain' | 'server' | null, state: Key['state'] = 'working') =>
  ({ state, me: service && { services: { [service]: {} } } }) as unknown as Key

test('A limit class whose service no usable key has is said to lack the service, and not to lack a usable key', () => {
  const account = { keys: [key('domain'), key('server', 'quarantined')] }
  expect(findCallObstacleOfLimitClass(account, 'server', null)).toEqual({ state: 'service_not_granted' })
  expect(findCallObstacleOfLimitClass(account, 'domain', null)).toBeNull()
  expect(findCallObstacleOfLimitClass(account, 'account', null)).toBeNull()
  const held = { state: 'held', reason: 'refused_keys', until: 1 } as const
  expect(findCallObstacleOfLimitClass(account, 'server', held)).toEqual({ state: 'service_not_granted' })
  expect(findCallObstacleOfLimitClass(account, 'domain', held)).toEqual(held)
  expect(findCallObstacleOfLimitClass(account, 'server', { state: 'paused' })).toEqual({ state: 'paused' })
  // The permissions of a key that was never checked are unknown.
  expect(findCallObstacleOfLimitClass({ keys: [key(null)] }, 'server', null)).toBeNull()
})
