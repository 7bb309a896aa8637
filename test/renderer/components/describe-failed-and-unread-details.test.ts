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
  detailsWithoutKey: 0,
  detailsTotal: 400,
} as SyncProgress
const stopped: SyncProgress = {
  ...running,
  accountId: 'user-2',
  state: 'cancelled',
  detailsTotal: 272,
  detailsUnread: 262,
  endedAt: at('14:39'),
}

i18n.global.locale.value = 'en'
let now = at('20:00') ?? 0
const words = (...progress: SyncProgress[]) =>
  describeFailedAndUnreadDetails(progress, (id) => id, i18n.global.t, 'en', now)

test('A sync that stopped while other accounts sync is named by its account, with the time at which its details were unread', () => {
  expect(words(running, stopped)).toBe('sync of user-2 stopped at 14:39 (Japan time), with 262 details unread then')
  expect(words(running, stopped, { ...stopped, accountId: 'user-3', endedAt: at('13:00') })).toBe(
    'sync of 2 accounts stopped, the last at 14:39 (Japan time), with 524 details unread then',
  )
  expect(words(stopped)).toBe('sync stopped at 14:39 (Japan time), with 262 details unread then')
  now += dayMs
  expect(words(stopped)).toBe('sync stopped at 11-20 14:39 (Japan time), with 262 details unread then')
  now -= dayMs
})

test('Details that could not be read are counted apart from those of a stopped sync', () => {
  expect(words({ ...running, detailsFailed: 2 }, stopped)).toBe(
    '2 details could not be read · sync of user-2 stopped at 14:39 (Japan time), with 262 details unread then',
  )
  expect(words(running)).toBe('')
})

test('Details that no key may read any more are not counted as failed', () => {
  expect(words({ ...running, detailsFailed: 5, detailsWithoutKey: 13 })).toBe(
    '5 details could not be read · no key may read 13 details',
  )
})
