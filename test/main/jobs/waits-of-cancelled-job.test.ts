import { expect, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import {
  buildJobForWindow,
  buildJobItemForWindow,
  type JobViewInputs,
} from '#main/jobs/build-job-and-item-for-window.ts'
import type { JobItemWithUnparsedInput } from '#main/jobs/parse-job-rows.ts'
import { createAddHostsJobKind } from './job-kind-for-runner-tests.ts'

const now = 1_000_000
const findWait: JobViewInputs['findWait'] = (accountId) => ({
  accountId,
  error: new AppError('waited_too_long', 'No call of the minute is free'),
  stopsBegunItems: true,
})

function waitingAccounts(isCancelled: boolean) {
  const none = { unfinished: 0, unfinishedInOpenJobs: 0, ofRemovedAccounts: 0, locksThatCannotBeUndone: 0 }
  const finishedLater = { replan: 0, failed: 0, unknown: 0, cancelled: 0 }
  const { waitingAccounts: accounts } = buildJobForWindow(
    {
      id: 'job',
      kind: 'domain_changes',
      subject: { sourceKind: 'records', domains: 3, firstDomain: 'example.com', template: null },
      createdAt: now,
      startedAt: now,
      endedAt: null,
      isPaused: false,
      isCancelled,
    },
    {
      counts: {
        callsDone: 0,
        callsTotal: 0,
        byState: { running: 0, waiting: 2, checking: 1 },
      } as JobViewInputs['counts'],
      open: [
        {
          accountId: 'a',
          items: 3,
          running: 0,
          checking: 1,
          waitingForOtherItem: 0,
          calls: 3,
          runAgainAt: null,
          callsAfterWait: 0,
        },
      ],
      now,
      findWait,
      isReading: false,
      mayUndo: false,
      endedItems: { ...none, finishedLater, partlyUnknown: 0, partlyFailed: 0 },
      currentId: (id) => id,
      callRate: () => ({ perMinute: 50, nextFreeAt: null }),
      otherCalls: () => [],
      callsLeftToday: () => 10_000,
    },
  )
  return accounts.map(({ openItems, checkingItems }) => ({ openItems, checkingItems }))
}

function errorOfItem(state: 'waiting' | 'checking', isCancelled: boolean) {
  const row: JobItemWithUnparsedInput = {
    jobId: 'job',
    position: 0,
    accountId: 'a',
    domain: 'example.com',
    state,
    input: { hosts: ['www'] },
    progress: { done: [], sending: null },
    error: null,
    calls: 1,
    callsDone: 0,
    runAgainAt: null,
    endedAt: null,
  }
  const context = { findWait, currentId: (id: string) => id, accountLabel: () => null, plannedAgain: null }
  const item = buildJobItemForWindow(createAddHostsJobKind({ now: () => now }), row, {
    ...context,
    isPaused: false,
    isCancelled,
  })
  return item.error?.kind ?? null
}

test('Of a cancelled job, only the items whose outcome is checked wait for calls', () => {
  expect(waitingAccounts(false)).toEqual([{ openItems: 3, checkingItems: 1 }])
  expect(waitingAccounts(true)).toEqual([{ openItems: 1, checkingItems: 1 }])
  expect(errorOfItem('waiting', false)).toBe('waited_too_long')
  expect(errorOfItem('waiting', true)).toBeNull()
  expect(errorOfItem('checking', true)).toBe('waited_too_long')
})
