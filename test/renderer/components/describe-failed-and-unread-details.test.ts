import { expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { parseJapanTime } from '#shared/japan-time.ts'
import type { SyncProgress } from '#shared/ipc/sync.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { describeFailedAndUnreadDetails } from '#renderer/components/describe-failed-and-unread-details.ts'

const at = (time: string) => parseJapanTime(`2026-11-20 ${time}:59`)
const running = {
  accountId: 'user-1',
  state: 'details',
  detailsRead: 10,
  detailsFailed: 0,
  detailsNoKeyMayRead: 0,
  detailsTotal: 400,
} as SyncProgress
const stopped: SyncProgress = {
  ...running,
  accountId: 'user-2',
  state: 'cancelled',
  detailsTotal: 272,
  detailsUnread: 262,
  detailsEndedAt: at('14:39'),
  endedAt: at('14:39'),
}

/** On a computer in Japan, its own clock shows the same time. */
const zone = new Date(at('14:39') ?? 0).getTimezoneOffset() === -540 ? '' : ' (Japan time)'

i18n.global.locale.value = 'en'
let now = at('20:00') ?? 0
const words = (...progress: SyncProgress[]) =>
  describeFailedAndUnreadDetails(progress, (id) => id, i18n.global.t, 'en', now)

test('A sync that stopped while other accounts sync is named by its account, with the time at which it stopped', () => {
  expect(words(running, stopped)).toBe(`sync of user-2 stopped at 14:39${zone}, with 262 details unread`)
  expect(words(running, stopped, { ...stopped, accountId: 'user-3', detailsEndedAt: at('13:00') })).toBe(
    `sync of 2 accounts stopped, the last at 14:39${zone}, with 524 details unread`,
  )
  expect(words(stopped)).toBe(`sync stopped at 14:39${zone}, with 262 details unread`)
  now += dayMs
  expect(words(stopped)).toBe(`sync stopped at 2026-11-20 14:39${zone}, with 262 details unread`)
  now -= dayMs
})

test('The time of the unread details is when their sync stopped, not when a later one failed before it read any', () => {
  expect(words({ ...stopped, state: 'failed', endedAt: at('19:35') })).toBe(
    `sync stopped at 14:39${zone}, with 262 details unread`,
  )
})

test('A sync that the end of the app stopped has no time of its own', () => {
  const cutOff = { ...stopped, detailsEndedAt: null }
  expect(words(cutOff)).toBe('sync stopped when Banto ended, with 262 details unread')
  expect(words(cutOff, running)).toBe('sync of user-2 stopped when Banto ended, with 262 details unread')
  expect(words(cutOff, { ...cutOff, accountId: 'user-3' })).toBe(
    'sync of 2 accounts stopped, the last when Banto ended, with 524 details unread',
  )
})

test('If only some of several stopped syncs have a time, none is given as that of the last one', () => {
  expect(words(stopped, { ...stopped, accountId: 'user-3', detailsEndedAt: null })).toBe(
    'sync of 2 accounts stopped, with 524 details unread',
  )
})

test('If one of several syncs was stopped again before it read details, no time is given as that of the last one', () => {
  const later = { ...stopped, startedAt: at('14:50'), endedAt: at('14:51') }
  expect(words(later)).toBe(`sync stopped at 14:39${zone}, with 262 details unread`)
  expect(words({ ...stopped, accountId: 'user-3' }, later)).toBe('sync of 2 accounts stopped, with 524 details unread')
})

test('Details that could not be read are counted apart from those of a stopped sync', () => {
  expect(words({ ...running, detailsFailed: 2 }, stopped)).toBe(
    `2 details could not be read · sync of user-2 stopped at 14:39${zone}, with 262 details unread`,
  )
  expect(words(running)).toBe('')
})

test('The reasons of the details that failed follow their number, not the sync that the user stopped', () => {
  const failedToo = { ...stopped, detailsFailed: 2 }
  expect(describeFailedAndUnreadDetails([failedToo], String, i18n.global.t, 'en', now, 'No connection')).toBe(
    `2 details could not be read (sync until 14:39${zone}): No connection · sync stopped at 14:39${zone}, with 262 details unread`,
  )
})

test('Details that ended syncs could not read are told with the end of these syncs, because they may have been read since', () => {
  const ended: SyncProgress = { ...running, state: 'idle', detailsFailed: 4, detailsEndedAt: at('13:20') }
  expect(words(ended)).toBe(`4 details could not be read (sync until 13:20${zone})`)
  expect(words(ended, { ...ended, detailsFailed: 1, detailsEndedAt: at('12:00') })).toBe(
    `5 details could not be read (sync until 13:20${zone})`,
  )
  expect(words(ended, { ...running, detailsFailed: 1, detailsEndedAt: null })).toBe('5 details could not be read')
})

test('Details that no usable key may read any more are not counted as failed', () => {
  expect(words({ ...running, detailsFailed: 5, detailsNoKeyMayRead: 13 })).toBe(
    '5 details could not be read · no usable key may read 13 details',
  )
})

test('Details that no usable key could read are told with the end of their sync, because a later one may have failed before', () => {
  const ended: SyncProgress = { ...running, state: 'failed', detailsNoKeyMayRead: 13, detailsEndedAt: at('13:20') }
  expect(words({ ...ended, endedAt: at('19:35') })).toBe(`no usable key may read 13 details (sync until 13:20${zone})`)
  expect(words(ended, { ...running, detailsNoKeyMayRead: 2, detailsEndedAt: null })).toBe(
    'no usable key may read 15 details',
  )
})
