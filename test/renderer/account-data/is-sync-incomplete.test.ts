import { expect, test } from 'vitest'
import { isSyncIncomplete } from '#renderer/account-data/is-sync-incomplete.ts'
import { hasDetailCountsOfEarlierSync } from '#renderer/account-data/count-details-unread-by-sync.ts'
import type { SyncProgress } from '#shared/ipc/sync.ts'

const progress = (changes: Partial<SyncProgress>) =>
  ({
    state: 'idle',
    detailsRead: 3,
    detailsFailed: 0,
    detailsNoKeyMayRead: 0,
    detailsTotal: 3,
    detailsUnread: 0,
    ...changes,
  }) as SyncProgress

test.each<[string, SyncProgress | undefined, boolean]>([
  ['ended and read every detail', progress({}), false],
  ['reads its lists', progress({ state: 'lists', detailsRead: 0, detailsTotal: 0 }), true],
  ['reads details', progress({ state: 'details', detailsRead: 1 }), true],
  ['was cancelled', progress({ state: 'cancelled' }), true],
  ['failed', progress({ state: 'failed' }), true],
  ['could not read a detail', progress({ detailsRead: 2, detailsFailed: 1 }), true],
  ['is not known yet', undefined, true],
])('The sync of an account that %s is called OK only if it is complete', (_, given, expected) => {
  expect(isSyncIncomplete(given)).toBe(expected)
})

test.each<[Partial<SyncProgress>, boolean]>([
  [{ state: 'failed', startedAt: 20, detailsEndedAt: 10 }, true],
  [{ state: 'failed', startedAt: 20, detailsEndedAt: null }, true],
  [{ state: 'failed', startedAt: 20, detailsEndedAt: 30 }, false],
  [{ state: 'cancelled', startedAt: 20, detailsEndedAt: 30 }, false],
])(
  'The unread details of a sync that failed before it read details are not said to be its own (%o)',
  (given, expected) => {
    expect(hasDetailCountsOfEarlierSync(progress(given))).toBe(expected)
  },
)
