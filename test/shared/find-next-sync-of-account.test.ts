import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findNextSyncOfAccount } from '#shared/find-next-sync-of-account.ts'
import { defaultSettings } from '#shared/ipc/app-state-and-settings.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import { computeNextSyncAt } from '#shared/sync-schedule.ts'

const usable = { state: 'working' } as Key
const now = Date.UTC(2026, 10, 20, 3)
const account = {
  addedAt: 0,
  isPaused: false,
  keys: [usable] as Key[],
  proxy: null,
  syncInterval: '1h',
  syncQuietHours: null,
} as const
const state = {
  settings: defaultSettings,
  keychain: { state: 'ready', error: null },
  ipBlocks: [],
  refusedKeysHolds: [],
} as const
const idle = { state: 'idle', startedAt: now - 60_000, endedAt: now - 30_000 } as const
type Changes = Partial<{ account: object; settings: object; state: object; progress: object }>
const find = ({ account: a, settings, state: s, progress }: Changes = {}) =>
  findNextSyncOfAccount(
    { ...account, keys: [...account.keys], ...a },
    { ...state, ...s, settings: { ...defaultSettings, ...settings } } as never,
    { ...idle, ...progress },
    now,
  )

describe('the next sync of an account', () => {
  test('A time is returned only when a sync will start at that time', () => {
    expect(find()).toEqual({ state: 'planned', at: now - 30_000 + 3_600_000 })
    expect(find({ account: { syncInterval: null } })).toEqual({ state: 'off' })
    expect(find({ account: { syncInterval: null }, settings: { syncInterval: 'daily' } })).toMatchObject({
      state: 'planned',
    })
    expect(find({ progress: { state: 'details' } })).toEqual({ state: 'running' })
    expect(find({ account: { isPaused: true } })).toEqual({ state: 'paused' })
    expect(find({ settings: { isOffline: true } })).toEqual({ state: 'offline' })
    expect(find({ account: { keys: [{ state: 'expired' }] } })).toEqual({ state: 'no_usable_key' })
    expect(find({ state: { keychain: { state: 'locked', error: null } } })).toEqual({ state: 'keychain' })
  })

  test('A hold of the address that the account sends from is returned, and a hold of another address is not', () => {
    const direct = { ipBlocks: [{ proxyUrl: null, since: 1, until: 5 }] }
    const proxy = { refusedKeysHolds: [{ proxyUrl: 'http://p:1', until: 7, refusedCalls: 2 }] }
    const through = { proxy: { url: 'http://p:1', user: '', hasPassword: false } }
    expect(find({ state: direct })).toEqual({ state: 'held', reason: 'assumed_block', until: 5 })
    expect(find({ state: proxy })).toMatchObject({ state: 'planned' })
    expect(find({ account: through, state: direct })).toMatchObject({ state: 'planned' })
    expect(find({ account: through, state: proxy })).toEqual({ state: 'held', reason: 'refused_keys', until: 7 })
  })

  test('An interrupted sync counts from its start, and an account that was never synced from when it was added', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.option(fc.integer({ min: 1, max: 1e9 })),
        (startedAgo, endedAgo) => {
          const progress = {
            state: 'cancelled',
            startedAt: now - startedAgo,
            endedAt: endedAgo === null ? null : now - endedAgo,
          }
          const last = Math.max(progress.startedAt, progress.endedAt ?? 0)
          expect(find({ progress })).toEqual({
            state: 'planned',
            at: computeNextSyncAt({ interval: '1h', quietHours: null }, last, now),
          })
        },
      ),
    )
    expect(find({ account: { addedAt: now - 5 }, progress: { startedAt: null, endedAt: null } })).toEqual({
      state: 'planned',
      at: now - 5 + 3_600_000,
    })
  })
})
