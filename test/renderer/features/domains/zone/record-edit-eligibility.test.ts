import { expect, test } from 'vitest'
import { recordEditRefusal } from '#renderer/features/domains/zone/record-edit-eligibility.ts'
import type { ServiceGrant } from '#shared/api/account-endpoints.ts'
import type { Account, Key } from '#shared/ipc/accounts.ts'

const domain = 'example.jp'

function keyWith(grant: ServiceGrant | null, state: Key['state'] = 'working'): Key {
  const me = { expires_at: null, services: grant === null ? {} : { domain: grant } }
  return { id: 'k', accountId: 'a', label: 'key', state, error: null, checkedAt: 0, me, expiresAt: null, addedAt: 0 }
}

function accountWith(keys: Key[], more: Partial<Account> = {}): Account {
  return {
    id: 'a',
    label: 'Account',
    colour: 'blue',
    folder: '',
    notes: '',
    baseUrl: 'https://api.example',
    isPaused: false,
    isReadOnly: false,
    addedAt: 0,
    keys,
    health: { level: 'good', reasons: [] },
    domainsReadAt: null,
    serversReadAt: null,
    syncedAt: null,
    syncError: null,
    domains: 0,
    servers: 0,
    shrunkenLists: [],
    ...more,
  }
}

const full: ServiceGrant = { permission_type: 'full', target_mode: 'all', targets: [] }

test('a record may be changed with a key that may write', () => {
  expect(recordEditRefusal(accountWith([keyWith(full)]), domain, false)).toBeNull()
})

test.each([
  ['while the app works offline', accountWith([keyWith(full)]), true, 'offline'],
  ['of a paused account', accountWith([keyWith(full)], { isPaused: true }), false, 'paused'],
  [
    'of an account that is read-only in Banto, whatever its keys allow',
    accountWith([keyWith(full)], { isReadOnly: true }),
    false,
    'readOnly',
  ],
  ['without a key', accountWith([]), false, 'noKey'],
] as const)('nothing is changed %s', (_, account, isOffline, reason) => {
  expect(recordEditRefusal(account, domain, isOffline)).toBe(reason)
})

test.each([
  ['may only read', keyWith({ ...full, permission_type: 'read' })],
  ['has no domain service', keyWith(null)],
  ['is made for other domains', keyWith({ ...full, target_mode: 'selected', targets: ['other.jp'] })],
  ['may read DNS but not write it', keyWith({ permission_type: 'custom', permissions: { dns: 'read' } })],
])('a key that %s changes no record', (_, key) => {
  expect(recordEditRefusal(accountWith([key]), domain, false)).toBe('noKey')
})

test.each(['quarantined', 'expired', 'forbidden', 'missing'] as const)(
  'a key with the permission that is %s is called unusable, not without the permission',
  (state) => {
    const reader = keyWith({ ...full, permission_type: 'read' })
    expect(recordEditRefusal(accountWith([keyWith(full, state)]), domain, false)).toBe('keysUnusable')
    expect(recordEditRefusal(accountWith([reader, keyWith(full, state)]), domain, false)).toBe('keysUnusable')
    expect(recordEditRefusal(accountWith([{ ...reader, state }]), domain, false)).toBe('noKey')
  },
)

test.each([
  [
    'is made for this domain among others',
    keyWith({ ...full, target_mode: 'selected', targets: ['other.jp', domain] }),
  ],
  [
    'may write DNS by its own permission',
    keyWith({ permission_type: 'custom', permissions: { dns: 'full', whois: 'none' } }),
  ],
  [
    'has permissions that do not name DNS as we do',
    keyWith({ permission_type: 'custom', permissions: { something_new: 'read' } }),
  ],
  ['has not been looked at yet', { ...keyWith(full, 'untested'), me: null }],
])('a key that %s disables nothing', (_, key) => {
  expect(recordEditRefusal(accountWith([key]), domain, false)).toBeNull()
})

test('one key that may is enough', () => {
  const keys = [keyWith({ ...full, permission_type: 'read' }), keyWith(full)]
  expect(recordEditRefusal(accountWith(keys), domain, false)).toBeNull()
})
