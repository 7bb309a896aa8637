import { expect, test } from 'vitest'
import type { ServiceGrant } from '#shared/api/key-and-log-endpoints.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import { getNoAttentionTextKey } from '#renderer/features/accounts/get-no-attention-text-key.ts'

const selected: ServiceGrant = { target_mode: 'selected', targets: ['one.example'] }
const all: ServiceGrant = { target_mode: 'all' }
const limitedKey = {
  state: 'working',
  me: { expires_at: null, services: { domain: selected, server: all } },
} as Partial<Key> as Key
const account = { keys: [], domainsReadAt: 1, serversReadAt: 1, isPaused: false }

test('The account page says that nothing needs attention only if its lists are not old and no sync waits for a response', () => {
  expect(getNoAttentionTextKey(account, null)).toBe('accounts.overview.calm')
  for (const reason of ['listsStale', 'syncUnanswered'] as const)
    expect(getNoAttentionTextKey(account, reason)).toBe('accounts.overview.calmAsLastRead')
  expect(getNoAttentionTextKey({ ...account, isPaused: true }, null)).toBe('accounts.overview.calmAsLastRead')
})

test('The account page says which part is unknown before the orders or all lists were read', () => {
  const unread = { ...account, serversReadAt: null }
  expect(getNoAttentionTextKey(unread, 'ordersUnknown')).toBe('overview.attentionIncomplete.ordersUnknown')
  for (const reason of [null, 'listsStale'] as const)
    expect(getNoAttentionTextKey(unread, reason)).toBe('accounts.overview.listsUnknown')
})

test('For keys that are limited to selected domains or servers, the account page speaks of its lists as last read', () => {
  expect(getNoAttentionTextKey({ ...account, keys: [limitedKey] }, null)).toBe('accounts.overview.calmAsLastRead')
})
