import { expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { describeWhenNextCallOfQuotaIsPossible } from '#renderer/features/accounts/describe-when-next-call-of-quota-is-possible.ts'

const now = 1_000_000
const free: Pick<QuotaUsage, 'heldUntil' | 'waitsForAnswer' | 'nextFreeAt' | 'waiting'> = {
  heldUntil: null,
  waitsForAnswer: false,
  nextFreeAt: null,
  waiting: { interactive: 0, paid: 0, job: 0, background: 0 },
}
const describe = (
  fields: Partial<typeof free>,
  obstacle: Parameters<typeof describeWhenNextCallOfQuotaIsPossible>[1] = null,
) => describeWhenNextCallOfQuotaIsPossible({ ...free, ...fields }, obstacle, now, i18n.global.t)

test.each([
  ['en', 'paused', 'none while the account is paused'],
  ['en', 'offline', 'none while offline'],
  ['en', 'no_usable_key', 'none without a usable key'],
  ['en', 'keychain', 'none without the keychain'],
  ['ja', 'paused', '一時停止中は送信しません'],
  ['ja', 'offline', 'オフラインの間は送信しません'],
  ['ja', 'no_usable_key', '使えるAPIキーがないため送信しません'],
  ['ja', 'keychain', 'キーチェーンが利用可能になるまで送信しません'],
] as const)('An account that sends no call says why (%s, %s)', (locale, state, reason) => {
  i18n.global.locale.value = locale
  expect(describe({ nextFreeAt: now + minuteMs }, { state })).toBe(reason)
})

const oneWaits = { waiting: { ...free.waiting, background: 1 } }

test('Calls whose source address is held name the end of the hold, or that the user resumes them', () => {
  i18n.global.locale.value = 'en'
  expect(describe(oneWaits, { state: 'held', reason: 'assumed_block', until: now + minuteMs / 2 })).toBe(
    'calls on hold: in 30 seconds',
  )
  expect(describe(oneWaits, { state: 'held', reason: 'assumed_block', until: null })).toBe(
    'calls on hold: when you resume them',
  )
})

test('A limit class whose source address is held names no waiting call unless one waits', () => {
  i18n.global.locale.value = 'en'
  expect(describe({}, { state: 'held', reason: 'assumed_block', until: now + minuteMs / 2 })).toBe(
    'automatic calls: in 30 seconds',
  )
  expect(describe({}, { state: 'held', reason: 'assumed_block', until: null })).toBe('when you resume the calls')
  i18n.global.locale.value = 'ja'
  expect(describe({}, { state: 'held', reason: 'assumed_block', until: now + 5 * minuteMs })).toBe(
    '自動の呼び出しは 5 分後',
  )
  expect(describe(oneWaits, { state: 'held', reason: 'assumed_block', until: now + 5 * minuteMs })).toBe(
    '待機中の呼び出しは 5 分後',
  )
})

test('After refused keys, the calls of a class are on hold only if Banto holds calls of the class itself', () => {
  i18n.global.locale.value = 'en'
  const obstacle = { state: 'held', reason: 'refused_keys', until: now + minuteMs } as const
  expect(describe({ ...oneWaits, heldUntil: now + minuteMs / 2 }, obstacle)).toBe('calls on hold: in 30 seconds')
  expect(describe({ ...oneWaits, nextFreeAt: now + minuteMs / 2 }, obstacle)).toBe('in 30 seconds')
  expect(describe({}, obstacle)).toBe('now, for your own actions')
})

test('Without an obstacle, the limits and the calls that wait decide about the next call', () => {
  i18n.global.locale.value = 'en'
  expect(describe({})).toBe('now')
  expect(describe({ waiting: { ...free.waiting, background: 1 } })).toBe('now, for your own actions')
  expect(describe({ nextFreeAt: now + minuteMs / 2 })).toBe('in 30 seconds')
  expect(describe({ waitsForAnswer: true })).toBe('after a response')
  expect(describe({ ...oneWaits, heldUntil: now + minuteMs / 2 })).toBe('calls on hold: in 30 seconds')
})
