import { expect, test } from 'vitest'
import {
  findRecordEditObstacle,
  findZoneDraftObstacle,
} from '#renderer/features/domains/zone/find-record-and-draft-edit-obstacles.ts'
import type { ServiceGrant } from '#shared/api/key-and-log-endpoints.ts'
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
    isRemovalUnfinished: false,
    addedAt: 0,
    proxy: null,
    syncInterval: null,
    syncQuietHours: null,
    keys,
    health: { level: 'good', reasons: [] },
    domainsReadAt: null,
    serversReadAt: null,
    syncedAt: null,
    syncError: null,
    syncErrorAt: null,
    domains: 0,
    servers: 0,
    shrunkenLists: [],
    ...more,
  }
}

const full: ServiceGrant = { permission_type: 'full', target_mode: 'all', targets: [] }

test('A record can be edited with a key that may write', () => {
  expect(findRecordEditObstacle(accountWith([keyWith(full)]), domain, false)).toBeNull()
})

test.each([
  ['while the app works offline', accountWith([keyWith(full)]), true, 'offline'],
  ['in a paused account', accountWith([keyWith(full)], { isPaused: true }), false, 'paused'],
  [
    'in an account that is read-only in Banto, even with a key that may write',
    accountWith([keyWith(full)], { isReadOnly: true }),
    false,
    'read_only',
  ],
  ['without a key', accountWith([]), false, 'no_permission'],
] as const)('Records cannot be edited %s', (_, account, isOffline, reason) => {
  expect(findRecordEditObstacle(account, domain, isOffline)).toBe(reason)
})

test.each([
  ['may only read', keyWith({ ...full, permission_type: 'read' })],
  ['has no domain service', keyWith(null)],
  ['is limited to other domains', keyWith({ ...full, target_mode: 'selected', targets: ['other.jp'] })],
  ['may read DNS but not write it', keyWith({ permission_type: 'custom', permissions: { dns: 'read' } })],
])('A key that %s cannot edit records', (_, key) => {
  expect(findRecordEditObstacle(accountWith([key]), domain, false)).toBe('no_permission')
})

test.each(['quarantined', 'expired', 'forbidden', 'missing'] as const)(
  'A key in state %s that has the permission is reported as unusable, not as lacking the permission',
  (state) => {
    const reader = keyWith({ ...full, permission_type: 'read' })
    expect(findRecordEditObstacle(accountWith([keyWith(full, state)]), domain, false)).toBe('keys_refused')
    expect(findRecordEditObstacle(accountWith([reader, keyWith(full, state)]), domain, false)).toBe('keys_refused')
    expect(findRecordEditObstacle(accountWith([{ ...reader, state }]), domain, false)).toBe('no_permission')
  },
)

test.each([
  [
    'is limited to several domains including this one',
    keyWith({ ...full, target_mode: 'selected', targets: ['other.jp', domain] }),
  ],
  [
    'has a custom permission to write DNS',
    keyWith({ permission_type: 'custom', permissions: { dns: 'full', whois: 'none' } }),
  ],
  [
    'has custom permissions without a known DNS category',
    keyWith({ permission_type: 'custom', permissions: { something_new: 'read' } }),
  ],
  ['has not been checked yet', { ...keyWith(full, 'untested'), me: null }],
])('A key that %s can edit records', (_, key) => {
  expect(findRecordEditObstacle(accountWith([key]), domain, false)).toBeNull()
})

test('A record can be edited if one key of the account has the permission', () => {
  const keys = [keyWith({ ...full, permission_type: 'read' }), keyWith(full)]
  expect(findRecordEditObstacle(accountWith(keys), domain, false)).toBeNull()
})

test('A draft of a zone is begun offline or in a paused account, and not without a key that may send it', () => {
  const read: ServiceGrant = { permission_type: 'read', target_mode: 'all', targets: [] }
  expect(findZoneDraftObstacle(accountWith([keyWith(full)], { isPaused: true }), domain)).toBeNull()
  expect(findZoneDraftObstacle(accountWith([keyWith(full)]), domain)).toBeNull()
  expect(findZoneDraftObstacle(accountWith([keyWith(read)]), domain)).toBe('no_permission')
  expect(findZoneDraftObstacle(accountWith([]), domain)).toBe('no_permission')
})
