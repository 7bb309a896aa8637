import { expect, test } from 'vitest'
import type { ServiceGrant } from '#shared/api/key-and-log-endpoints.ts'
import { findAccountReadOnlyReason } from '#shared/find-account-read-only-reason.ts'
import type { KeyState } from '#shared/key-states.ts'

const reading = { permission_type: 'read' }
const key = (services: Record<string, ServiceGrant> | null, state: KeyState = 'working') => ({
  state,
  me: { expires_at: null, services },
})
const reasonOf = (...keys: Parameters<typeof findAccountReadOnlyReason>[0]['keys']) =>
  findAccountReadOnlyReason({ isReadOnly: false, keys })

test('An account is read-only by its keys if no usable key may make a call that writes', () => {
  expect(reasonOf(key({ domain: reading }))).toBe('keys')
  expect(reasonOf(key({ domain: reading, server: { ...reading, target_mode: 'selected', targets: ['web01'] } }))).toBe(
    'keys',
  )
  expect(reasonOf(key({ domain: reading }), key({ server: { permission_type: 'full' } }, 'expired'))).toBe('keys')
})

test.each([
  ['of which one key may write', [key({ domain: reading }), key({ server: { permission_type: 'full' } })]],
  [
    'whose key may write selected targets only',
    [key({ domain: { permission_type: 'full', target_mode: 'selected', targets: ['example.com'] } })],
  ],
  [
    'whose key may write in one category',
    [key({ domain: { permission_type: 'custom', permissions: { domain: 'read', dns: 'full' } } })],
  ],
  [
    'whose key has a permission that the API description does not name',
    [key({ domain: { permission_type: 'other' } })],
  ],
  ['whose key states no services', [key(null)]],
  ['whose key has no service', [key({})]],
  ['whose key was never checked', [{ state: 'untested' as const, me: null }]],
  ['without keys', []],
  ['without a usable key', [key({ domain: reading }, 'quarantined')]],
])('An account %s is not read-only', (_, keys) => {
  expect(reasonOf(...keys)).toBeNull()
})

test('The setting of an account comes before the permissions of its keys', () => {
  expect(findAccountReadOnlyReason({ isReadOnly: true, keys: [key({ domain: reading })] })).toBe('setting')
})
