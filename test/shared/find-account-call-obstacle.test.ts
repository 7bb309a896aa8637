import { describe, expect, test } from 'vitest'
import { findAccountCallObstacle } from '#shared/find-account-call-obstacle.ts'
import type { ServiceGrant } from '#shared/api/key-and-log-endpoints.ts'
import { getEndpoint } from '#shared/api/endpoints.ts'
import { isKeyUsable, isUnusableKeyState, keyStates, type KeyState } from '#shared/key-states.ts'

const full: ServiceGrant = { permission_type: 'full', target_mode: 'all', targets: [] }
const reader: ServiceGrant = { ...full, permission_type: 'read' }
const keyWith = (domain: ServiceGrant, state: KeyState = 'working') => ({
  state,
  me: { expires_at: null, services: { domain } },
})
const accountWith = (keys: ReturnType<typeof keyWith>[], isReadOnly = false) => ({ isPaused: false, isReadOnly, keys })
const captureErrorKindAndReason = (keys: ReturnType<typeof keyWith>[]) =>
  findAccountCallObstacle(accountWith(keys), getEndpoint('domain.renew'), { domain_name: 'one.example' })

test('Every state of a key is either usable or a reason not to send the key', () => {
  for (const state of keyStates) expect(isUnusableKeyState(state), state).toBe(!isKeyUsable({ state }))
  expect(isUnusableKeyState('permission')).toBe(false)
})

describe('The obstacle to a call of an account', () => {
  test('A refused key with the permission counts more than a working key without it', () => {
    expect(captureErrorKindAndReason([keyWith(reader), keyWith(full, 'quarantined')])).toEqual({
      reason: 'keys_refused',
    })
    expect(captureErrorKindAndReason([keyWith(reader), keyWith(full)])).toBeNull()
  })

  test('A refused key without the permission is no reason to test the key again', () => {
    expect(captureErrorKindAndReason([keyWith(reader, 'quarantined')])).toEqual({
      reason: 'no_permission',
      missing: ['permission'],
    })
  })

  test('The missing permissions are those of the usable keys', () => {
    const selected: ServiceGrant = { ...full, target_mode: 'selected', targets: ['other.example'] }
    expect(captureErrorKindAndReason([keyWith(reader, 'expired'), keyWith(selected)])).toEqual({
      reason: 'no_permission',
      missing: ['target'],
    })
  })

  test('A read-only account may read', () => {
    const account = accountWith([keyWith(full)], true)
    expect(findAccountCallObstacle(account, getEndpoint('domain.list'), {})).toBeNull()
    expect(findAccountCallObstacle(account, getEndpoint('domain.renew'), { domain_name: 'one.example' })).toEqual({
      reason: 'read_only',
    })
  })

  test('An account without a key has another obstacle than an account with refused keys', () => {
    expect(captureErrorKindAndReason([])).toEqual({ reason: 'no_keys' })
  })
})
