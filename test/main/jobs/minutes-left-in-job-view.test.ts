import { expect, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import { buildJobForWindow, type JobViewInputs } from '#main/jobs/build-job-and-item-for-window.ts'

const now = 1_000_000
const minuteMs = 60_000
const row = {
  id: 'job',
  kind: 'domain_changes',
  subject: { sourceKind: 'records', domains: 2, firstDomain: 'example.com', template: null },
  createdAt: now,
  startedAt: now,
  endedAt: null,
  isPaused: false,
  isCancelled: false,
} as const
const counts = { callsDone: 0, callsTotal: 0, byState: { running: 0 } } as JobViewInputs['counts']

function minutesLeft(
  open: JobViewInputs['open'],
  nextFreeAt: number | null = null,
  hold: AppError | null = null,
  others: Record<string, number[]> = {},
  isCancelled = false,
  heldAccountId: string | null = null,
) {
  const { expectedEndAt } = buildJobForWindow(
    { ...row, isCancelled },
    {
      counts,
      open,
      now,
      findWait: (accountId) =>
        hold && (heldAccountId === null || accountId === heldAccountId)
          ? { accountId, error: hold, stopsBegunItems: false }
          : null,
      isReading: false,
      mayUndo: false,
      endedItems: {
        unfinished: 0,
        unfinishedInOpenJobs: 0,
        finishedLater: { replan: 0, failed: 0, unknown: 0, cancelled: 0 },
        ofRemovedAccounts: 0,
        locksThatCannotBeUndone: 0,
        partlyUnknown: 0,
        partlyFailed: 0,
      },
      currentId: (id) => id,
      callRate: () => ({ perMinute: 50, nextFreeAt }),
      otherCalls: (accountId) => others[accountId] ?? [],
      callsLeftToday: () => 10_000,
    },
  )
  return expectedEndAt === null ? null : (expectedEndAt - now) / minuteMs
}

const items = {
  accountId: 'a',
  items: 2,
  running: 0,
  checking: 0,
  waitingForOtherItem: 0,
  calls: 100,
  runAgainAt: null,
  callsAfterWait: 0,
}

test('The minutes left follow from the calls and the rate of jobs', () => {
  expect(minutesLeft([items])).toBe(2)
  expect(minutesLeft([items, { ...items, accountId: 'b', calls: 150 }])).toBe(3)
})

test('A cancelled job has no estimate, because its remaining calls are not made', () => {
  expect(minutesLeft([items], null, null, {}, true)).toBeNull()
})

test('The minutes left include the turns of other jobs of the same account, until each of them is done', () => {
  expect(minutesLeft([items], null, null, { a: [50] })).toBe(3)
  expect(minutesLeft([items], null, null, { a: [1_000, 50] })).toBe(5)
  expect(minutesLeft([items], null, null, { b: [1_000] })).toBe(2)
})

test('The minutes left include the time before a domain is read again after a lost answer', () => {
  expect(minutesLeft([{ ...items, calls: 50, runAgainAt: now + 5 * minuteMs, callsAfterWait: 50 }])).toBe(6)
  expect(minutesLeft([{ ...items, calls: 500, runAgainAt: now + 5 * minuteMs, callsAfterWait: 50 }])).toBe(10)
  expect(minutesLeft([{ ...items, runAgainAt: now - minuteMs }])).toBe(2)
})

test('The minutes left include the time before a used up quota is free again', () => {
  expect(minutesLeft([items], now + 120 * minuteMs)).toBe(122)
  expect(minutesLeft([items], now + minuteMs / 2)).toBe(2)
})

test('The minutes left include the wait of one account, and are not given while its end is not known', () => {
  const open = [items, { ...items, accountId: 'b' }]
  const until = now + 60 * minuteMs
  const asked = new AppError('waits_for_limit', 'A limit makes the calls wait', {
    details: { limit: 'demanded', until },
  })
  expect(minutesLeft(open, null, asked, {}, false, 'b')).toBe(62)
  expect(minutesLeft(open, until, asked, {}, false, 'b')).toBe(62)
  expect(minutesLeft(open, null, new AppError('paused', 'Paused'), {}, false, 'b')).toBeNull()
})

test('A job whose accounts all wait has no minutes left', () => {
  expect(minutesLeft([items], null, new AppError('offline', 'Banto works offline'))).toBeNull()
})

test('A job runs while an account that is held is tried again, without an estimate of the time left', () => {
  const sources = {
    now,
    findWait: (accountId: string) => ({
      accountId,
      error: new AppError('no_network', 'Offline'),
      stopsBegunItems: false,
    }),
    currentId: (id: string) => id,
    callRate: () => ({ perMinute: 50, nextFreeAt: null }),
    otherCalls: () => [],
    callsLeftToday: () => 10_000,
    isReading: false,
    mayUndo: false,
    endedItems: {
      unfinished: 0,
      unfinishedInOpenJobs: 0,
      finishedLater: { replan: 0, failed: 0, unknown: 0, cancelled: 0 },
      ofRemovedAccounts: 0,
      locksThatCannotBeUndone: 0,
      partlyUnknown: 0,
      partlyFailed: 0,
    },
  }
  const during = (running: number) =>
    buildJobForWindow(row, {
      ...sources,
      open: [{ ...items, running }],
      counts: { ...counts, byState: { ...counts.byState, running } },
    })
  expect(during(0)).toMatchObject({ state: 'waiting', expectedEndAt: null })
  expect(during(1)).toMatchObject({ state: 'running', expectedEndAt: null, waitingAccounts: [{ openItems: 1 }] })
  expect(during(2)).toMatchObject({ state: 'running', waitingAccounts: [] })
})
