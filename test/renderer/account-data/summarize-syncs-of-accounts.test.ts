import { expect, test } from 'vitest'
import type { AccountAttentionReason, QuotaUsage } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import { isSyncReadingLists, type SyncProgress } from '#shared/ipc/sync.ts'
import type { AttentionItem } from '#shared/ipc/overview-and-attention-item-schemas.ts'
import { mergeStaleAccountItems } from '#shared/attention/merge-attention-items.ts'
import { isSyncIncomplete } from '#renderer/account-data/is-sync-incomplete.ts'
import {
  countDetailsUnreadByStoppedSync,
  hasMissingDetails,
} from '#renderer/account-data/count-details-unread-by-sync.ts'
import { summarizeSync } from '#renderer/account-data/summarize-syncs-of-accounts.ts'
import {
  findWaitOfRunningSyncOfAccount,
  findLongestWaitOfRunningSyncs,
} from '#renderer/account-data/find-why-running-sync-waits.ts'

test('Running syncs are summed, and the slowest account sets the remaining time when all are known', () => {
  const idle: SyncProgress = {
    accountId: 'a',
    state: 'details',
    responsiveness: 'answering',
    isWaiting: false,
    startedAt: 0,
    runsSince: 0,
    endedAt: null,
    listsDone: 2,
    listsTotal: 2,
    detailsRead: 10,
    detailsTotal: 40,
    detailsUnread: 30,
    detailsFailed: 0,
    detailsNoKeyMayRead: 0,
    detailsError: null,
    detailsEndedAt: null,
    expectedEndAt: 3,
    neededFractionOfDailyLimit: null,
    detailsPostponed: 0,
    retryAt: null,
    error: null,
  }
  expect(
    summarizeSync([
      idle,
      { ...idle, state: 'lists', listsDone: 0, detailsRead: 0, detailsTotal: 0, expectedEndAt: null },
    ]),
  ).toEqual({
    listsDone: 2,
    listsTotal: 4,
    isReadingLists: true,
    detailsRead: 10,
    detailsFailed: 0,
    detailsTotal: 40,
    responsiveness: 'answering',
    unanswered: 0,
    withoutProxy: [],
    running: 2,
    summed: 2,
    expectedEndAt: null,
    done: null,
  })
  expect(summarizeSync([idle, { ...idle, expectedEndAt: 5 }])).toMatchObject({ expectedEndAt: 5, done: 24 / 84 })
  expect(
    summarizeSync([
      { ...idle, responsiveness: 'silent' },
      { ...idle, accountId: 'b', responsiveness: 'no_proxy' },
    ]),
  ).toMatchObject({ responsiveness: 'silent', unanswered: 1, withoutProxy: ['b'], running: 2 })
})

test('A running sync whose calls wait for a limit for more than a minute, or are on hold, has the cause and the end of the wait', () => {
  const minute = 60_000
  const later = 600 * minute
  const sync = { accountId: 'a', state: 'details' } as SyncProgress
  const usage = (nextFreeAt: number | null, background = 1) =>
    ({
      accountId: 'a',
      usedMinute: 60,
      perMinute: 60,
      waiting: { interactive: 0, paid: 0, job: 0, background },
      nextFreeAt,
      heldUntil: null,
      repeatAt: null,
    }) as QuotaUsage
  expect(findLongestWaitOfRunningSyncs([sync], [usage(later), usage(minute)], 0)).toEqual({
    cause: 'limit',
    until: later,
  })
  expect(findLongestWaitOfRunningSyncs([sync], [usage(minute), usage(null)], 0)).toBeNull()
  expect(findLongestWaitOfRunningSyncs([sync], [usage(later, 0)], 0)).toBeNull()
  expect(findLongestWaitOfRunningSyncs([{ ...sync, state: 'idle' }], [usage(later)], 0)).toBeNull()
  expect(findLongestWaitOfRunningSyncs([sync], [{ ...usage(later), accountId: 'b' }], 0)).toBeNull()
  expect(findLongestWaitOfRunningSyncs([sync], [{ ...usage(minute), heldUntil: later }], 0)).toEqual({
    cause: 'hold',
    until: later,
  })
})

test('A running sync with a call that is sent again after an error names the time, unless it is seconds away', () => {
  const sync = { accountId: 'a', state: 'lists' } as SyncProgress
  const waiting = { interactive: 0, paid: 0, job: 0, background: 1 }
  const usage = (repeatAt: number) =>
    ({ accountId: 'a', waiting, nextFreeAt: null, heldUntil: null, repeatAt }) as QuotaUsage
  expect(findLongestWaitOfRunningSyncs([sync], [usage(9_000)], 0)).toBeNull()
  expect(findLongestWaitOfRunningSyncs([sync], [usage(90_000)], 0)).toEqual({ cause: 'repeat', until: 90_000 })
})

test('A running sync of an account whose keys are all refused or removed has no time at which its calls go on', () => {
  const sync = { accountId: 'a', state: 'details' } as SyncProgress
  const usage = {
    accountId: 'a',
    waiting: { interactive: 0, paid: 0, job: 0, background: 1 },
    nextFreeAt: null,
    heldUntil: 600_000,
    repeatAt: null,
  } as QuotaUsage
  const noBlock = { ipBlocks: [] }
  const account = (reasons: AccountAttentionReason[]) => ({
    id: 'a',
    health: { level: 'failing' as const, reasons },
    proxy: null,
  })
  for (const reason of ['no_usable_key', 'no_keys'] as const)
    expect(findWaitOfRunningSyncOfAccount(account([reason]), sync, [usage], noBlock, 0)).toEqual({
      cause: 'refused',
      until: null,
    })
  expect(findWaitOfRunningSyncOfAccount(account(['key_quarantined']), sync, [usage], noBlock, 0)).toEqual({
    cause: 'hold',
    until: 600_000,
  })
  expect(
    findWaitOfRunningSyncOfAccount(account(['no_usable_key']), { ...sync, state: 'idle' }, [usage], noBlock, 0),
  ).toBeNull()
})

test('While the address of its calls is held, a running sync names no earlier time at which its calls go on', () => {
  const sync = { accountId: 'a', state: 'details' } as SyncProgress
  const waiting = { interactive: 0, paid: 0, job: 0, background: 1 }
  const usage = { accountId: 'a', waiting, nextFreeAt: null, heldUntil: null, repeatAt: 90_000 } as QuotaUsage
  const account = { id: 'a', health: { level: 'good' as const, reasons: [] }, proxy: null }
  const waitDuring = (ipBlocks: AppState['ipBlocks']) =>
    findWaitOfRunningSyncOfAccount(account, sync, [usage], { ipBlocks }, 0)
  expect(waitDuring([])).toEqual({ cause: 'repeat', until: 90_000 })
  expect(waitDuring([{ proxyUrl: null, since: 0, until: 120_000 }])).toBeNull()
})

test('The sum of running syncs includes syncs that ended meanwhile, but not syncs that ended before', () => {
  const running: SyncProgress = {
    accountId: 'a',
    state: 'details',
    responsiveness: 'answering',
    isWaiting: false,
    startedAt: 100,
    runsSince: 100,
    endedAt: null,
    listsDone: 2,
    listsTotal: 2,
    detailsRead: 10,
    detailsTotal: 40,
    retryAt: null,
    detailsUnread: 30,
    detailsFailed: 0,
    detailsNoKeyMayRead: 0,
    detailsError: null,
    detailsEndedAt: null,
    expectedEndAt: 3,
    neededFractionOfDailyLimit: null,
    detailsPostponed: 0,
    error: null,
  }
  const ended: SyncProgress = {
    ...running,
    accountId: 'b',
    state: 'idle',
    startedAt: 101,
    runsSince: 101,
    endedAt: 200,
    detailsRead: 40,
    expectedEndAt: null,
  }
  expect(summarizeSync([running, ended])).toMatchObject({
    listsDone: 4,
    listsTotal: 4,
    detailsRead: 50,
    detailsTotal: 80,
    expectedEndAt: 3,
  })
  expect(summarizeSync([running, { ...ended, state: 'failed', detailsRead: 30 }])).toMatchObject({
    detailsRead: 40,
    detailsTotal: 80,
    done: 1 - 30 / 84,
  })
  // A paused account reads no more, so its unread details are no part of what the syncs will read.
  expect(summarizeSync([running, { ...ended, state: 'cancelled', detailsRead: 30 }])).toMatchObject({
    detailsRead: 40,
    detailsTotal: 70,
    done: 1 - 30 / 74,
  })
  expect(summarizeSync([running, { ...ended, detailsRead: 30, detailsFailed: 10 }])).toMatchObject({
    detailsRead: 40,
    detailsFailed: 10,
    detailsTotal: 80,
  })
  expect(summarizeSync([running, { ...ended, startedAt: 0, runsSince: 0, endedAt: 99 }])).toMatchObject({
    detailsRead: 10,
    detailsTotal: 40,
  })
  expect(summarizeSync([running, { ...ended, startedAt: 0, runsSince: 0 }])).toMatchObject({
    detailsRead: 50,
    detailsTotal: 80,
  })
  const before = { ...ended, accountId: 'c', startedAt: 0, runsSince: 0, endedAt: 150 }
  expect(summarizeSync([before, ended, { ...running, runsSince: 180 }])).toMatchObject({
    detailsRead: 90,
    detailsTotal: 120,
  })
  // The running sync was interrupted and continues after the other one ended.
  expect(summarizeSync([ended, { ...running, runsSince: 300 }])).toMatchObject({ detailsRead: 10, detailsTotal: 40 })
  expect(summarizeSync([ended])).toMatchObject({ detailsTotal: 0, done: 0 })
})

test('The lists that could not be read are part of the sum, and those that a cancelled sync left unread are not', () => {
  const reading = { accountId: 'a', state: 'lists', runsSince: 100, endedAt: null, listsDone: 1, listsTotal: 2 }
  const other = { ...reading, accountId: 'b', state: 'details', listsDone: 2, detailsRead: 10, detailsTotal: 40 }
  const sum = (...each: object[]) =>
    summarizeSync(
      each.map(
        (one) =>
          ({ detailsRead: 0, detailsTotal: 0, detailsFailed: 0, detailsNoKeyMayRead: 0, ...one }) as SyncProgress,
      ),
    )
  expect(sum(other, reading)).toMatchObject({ listsDone: 3, listsTotal: 4, isReadingLists: true })
  const ended = { ...reading, endedAt: 200 }
  for (const failed of [
    { ...ended, state: 'failed' },
    { ...reading, state: 'details' },
  ])
    expect(sum(other, failed)).toMatchObject({ listsDone: 3, listsTotal: 4, isReadingLists: false })
  expect(sum(other, { ...ended, state: 'cancelled' })).toMatchObject({ listsDone: 3, listsTotal: 3 })
})

test('The sum does not fall when a key is refused, and what no key may read counts as done', () => {
  const running = {
    accountId: 'a',
    state: 'details',
    runsSince: 100,
    endedAt: null,
    listsDone: 2,
    listsTotal: 2,
    detailsRead: 30,
    detailsTotal: 60,
    detailsFailed: 0,
    detailsNoKeyMayRead: 0,
    expectedEndAt: 3,
  } as SyncProgress
  const other = { ...running, accountId: 'b' }
  const refused = { ...running, detailsNoKeyMayRead: 30 }
  expect(summarizeSync([running, other])).toMatchObject({ detailsRead: 60, detailsTotal: 120 })
  for (const each of [refused, { ...refused, state: 'failed' as const, endedAt: 200 }])
    expect(summarizeSync([each, other])).toMatchObject({ detailsRead: 60, detailsTotal: 120, done: 1 - 30 / 124 })
})

test('A sync that was broken off counts unread details separately from failed details', () => {
  const brokenOff = {
    state: 'failed',
    detailsRead: 106,
    detailsFailed: 6,
    detailsNoKeyMayRead: 0,
    detailsTotal: 392,
    detailsUnread: 280,
  } as SyncProgress
  expect(countDetailsUnreadByStoppedSync(brokenOff)).toBe(280)
  expect(countDetailsUnreadByStoppedSync({ ...brokenOff, state: 'details' })).toBe(0)
  expect(hasMissingDetails({ ...brokenOff, state: 'cancelled', detailsFailed: 0 })).toBe(true)
  expect(hasMissingDetails({ ...brokenOff, detailsUnread: 0, detailsFailed: 0 })).toBe(false)
})

test('Syncs without answers are reported, late syncs only if every sync that makes calls is late', () => {
  const running = {
    state: 'details',
    responsiveness: 'answering',
    isWaiting: false,
    startedAt: 0,
    runsSince: 0,
    expectedEndAt: 3,
  } as SyncProgress
  const sum = (...each: Partial<SyncProgress>[]) => summarizeSync(each.map((one) => ({ ...running, ...one })))
  expect(sum({}, { responsiveness: 'silent' })).toMatchObject({ responsiveness: 'silent', unanswered: 1, running: 2 })
  expect(sum({}, { responsiveness: 'late' }).responsiveness).toBe('answering')
  expect(sum({ responsiveness: 'late' }, { state: 'lists', isWaiting: true }).responsiveness).toBe('late')
  expect(sum({ responsiveness: 'late' }, { responsiveness: 'silent' }).responsiveness).toBe('silent')
})

test('An account with old lists is said to have them while its sync reads details, but not while it reads lists', () => {
  const stale: AttentionItem = { kind: 'stale', accountId: 'a', syncedAt: 1 }
  const during = (state: SyncProgress['state']) => mergeStaleAccountItems([stale], () => isSyncReadingLists({ state }))
  expect([during('lists'), during('details'), during('idle')]).toEqual([[], [stale], [stale]])
})

test('A sync that was cancelled, failed or missed details is incomplete', () => {
  const progress = (changes: Partial<SyncProgress>) =>
    ({
      state: 'idle',
      detailsRead: 3,
      detailsTotal: 3,
      detailsUnread: 0,
      detailsFailed: 0,
      detailsNoKeyMayRead: 0,
      ...changes,
    }) as SyncProgress
  expect(isSyncIncomplete(progress({}))).toBe(false)
  expect(isSyncIncomplete(progress({ state: 'details', detailsRead: 1 }))).toBe(true)
  expect(isSyncIncomplete(progress({ state: 'cancelled', detailsRead: 0, detailsTotal: 0 }))).toBe(true)
  expect(isSyncIncomplete(progress({ state: 'failed' }))).toBe(true)
  expect(isSyncIncomplete(progress({ detailsRead: 2, detailsFailed: 1 }))).toBe(true)
})
