import { expect, test } from 'vitest'
import type { AttentionItem } from '#shared/ipc/overview-and-attention-item-schemas.ts'
import {
  mergeStaleAccountItems,
  mergeFailedSyncItemsWithSameNetworkError,
  addKeychainItemOfAllAccounts,
} from '#shared/attention/merge-attention-items.ts'
import { groupAttentionByUrgency } from '#shared/attention/group-attention-by-urgency.ts'
import { getAttentionItemKey } from '#shared/attention/shown-attention-item.ts'

test('Items that need the user are listed before items that end automatically', () => {
  const pending = (status: string): AttentionItem => ({ kind: 'domains_pending', status, count: 1, accountIds: ['a'] })
  const groups = groupAttentionByUrgency([
    pending('pending_create'),
    { kind: 'stale', accountId: 'a', syncedAt: null },
    pending('transfer_action_required'),
    pending('new_status'),
  ])
  expect(groups.map(({ urgency, items }) => [urgency, items.length])).toEqual([
    ['now', 1],
    ['soon', 2],
    ['running', 1],
  ])
})

test('An account that is being synced is not offered another sync', () => {
  const stale = ['a', 'b', 'c'].map((accountId): AttentionItem => ({ kind: 'stale', accountId, syncedAt: null }))
  expect(mergeStaleAccountItems(stale, (accountId) => accountId === 'b')).toEqual([
    { kind: 'stale_many', accountIds: ['a', 'c'] },
  ])
  expect(mergeStaleAccountItems(stale, (accountId) => accountId !== 'b')).toEqual([stale[1]])
})

test('Syncs that ended because of the network are one item; other failed syncs are separate items', () => {
  const failed = (accountId: string, kind: 'no_network' | 'timeout' | 'service', at = 1) =>
    ({
      kind: 'sync_failed',
      accountId,
      at,
      code: null,
      message: '',
      error: { kind, message: '', details: {} },
    }) satisfies AttentionItem
  const items = [
    failed('a', 'no_network'),
    failed('b', 'service'),
    failed('c', 'timeout'),
    failed('d', 'no_network', 2),
    failed('e', 'service'),
  ]
  expect(mergeFailedSyncItemsWithSameNetworkError(items)).toEqual([
    { kind: 'sync_failed_many', at: 2, error: items[0]?.error, accountIds: ['a', 'd'] },
    items[1],
    items[2],
    items[4],
  ])
})

test('A keychain that cannot be read is one item of every account with a key, even if no sync failed because of it', () => {
  const error = { kind: 'keychain_locked' as const, message: '', details: {} }
  const item = { kind: 'keychain' as const, error, accountIds: ['a'] }
  const selected = [
    { id: 'a', keys: [{}] },
    { id: 'b', keys: [{}] },
    { id: 'keyless', keys: [] },
  ] as unknown as Parameters<typeof addKeychainItemOfAllAccounts>[2]
  const locked = { state: 'locked' as const, error }
  const noKeys: AttentionItem = { kind: 'no_keys', accountId: 'keyless' }
  expect(addKeychainItemOfAllAccounts([noKeys, item], locked, selected)).toEqual([
    noKeys,
    { ...item, accountIds: ['a', 'b'] },
  ])
  expect(addKeychainItemOfAllAccounts([noKeys], locked, selected)).toEqual([
    { ...item, accountIds: ['a', 'b'] },
    noKeys,
  ])
  expect(addKeychainItemOfAllAccounts([noKeys], locked, selected.slice(2))).toEqual([noKeys])
  expect(addKeychainItemOfAllAccounts([item], { state: 'ready', error: null }, selected)).toEqual([item])
})

test('An attention item has the same key when its counts change and another key for another status or run', () => {
  const run = (id: string, waitsForYou: number) =>
    getAttentionItemKey({ kind: 'run_stopped', accountIds: ['a'], run: { id, waitsForYou } } as unknown as Parameters<
      typeof getAttentionItemKey
    >[0])
  const pending = (status: string, count: number) =>
    getAttentionItemKey({ kind: 'domains_pending', status, count, accountIds: ['a'] })
  expect([run('one', 4), run('one', 3), run('two', 4)].map((key) => key === run('one', 4))).toEqual([true, true, false])
  expect(
    [pending('expired', 2), pending('expired', 3), pending('transferring', 2)].map(
      (key) => key === pending('expired', 2),
    ),
  ).toEqual([true, true, false])
})

test('Syncs that failed at different proxies are separate items, because each names its proxy', () => {
  const failedAt = (accountId: string, proxy: string): AttentionItem => ({
    kind: 'sync_failed',
    accountId,
    at: 1,
    code: null,
    message: '',
    error: { kind: 'proxy_unreachable', message: '', details: { proxy, reason: 'timeout' } },
  })
  const items = [failedAt('a', 'http://one:3128'), failedAt('b', 'http://two:3128'), failedAt('c', 'http://one:3128')]
  expect(mergeFailedSyncItemsWithSameNetworkError(items)).toMatchObject([
    { kind: 'sync_failed_many', accountIds: ['a', 'c'] },
    { kind: 'sync_failed', accountId: 'b' },
  ])
})
