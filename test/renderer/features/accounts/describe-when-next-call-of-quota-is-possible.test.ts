import { expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { describeWhenNextCallOfQuotaIsPossible } from '#renderer/features/accounts/describe-when-next-call-of-quota-is-possible.ts'

const now = 1_000_000
const free: Pick<QuotaUsage, 'limitClass' | 'heldUntil' | 'waitsForAnswer' | 'nextFreeAt' | 'waiting'> = {
  limitClass: 'domain',
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

test.each([
  ['en', 'paused', 'only when you test a key, while the account is paused'],
  ['en', 'no_usable_key', 'only when you test a key, without a usable key'],
  ['en', 'offline', 'none while offline'],
  ['ja', 'paused', '一時停止中は、APIキーの確認のみ送信します'],
  ['ja', 'no_usable_key', '使えるAPIキーがないため、APIキーの確認のみ送信します'],
] as const)(
  'The class of the key information names the test of a key, which is still sent (%s, %s)',
  (locale, state, only) => {
    i18n.global.locale.value = locale
    expect(describe({ limitClass: 'account' }, { state })).toBe(only)
  },
)

const oneWaits = { waiting: { ...free.waiting, background: 1 } }

test('While the source address may be blocked, all calls of the class are on hold, until its end or until the user resumes them', () => {
  const blocked = (until: number | null) => ({ state: 'held', reason: 'assumed_block', until }) as const
  for (const usage of [{}, oneWaits]) {
    i18n.global.locale.value = 'en'
    expect(describe(usage, blocked(now + minuteMs / 2))).toBe('all calls on hold: in 30 seconds')
    expect(describe(usage, blocked(null))).toBe('all calls on hold: when you resume them')
    i18n.global.locale.value = 'ja'
    expect(describe(usage, blocked(now + 5 * minuteMs))).toBe('すべての呼び出しを待機中: 5 分後')
    expect(describe(usage, blocked(null))).toBe('すべての呼び出しを待機中: 呼び出しの再開後')
  }
})

test('Of a hold of all calls and a limit of the class, the one that ends last is named', () => {
  i18n.global.locale.value = 'en'
  const blocked = { state: 'held', reason: 'assumed_block', until: now + 5 * minuteMs } as const
  expect(describe({ nextFreeAt: now + minuteMs }, blocked)).toBe('all calls on hold: in 5 minutes')
  expect(describe({ nextFreeAt: now + 10 * minuteMs }, blocked)).toBe('in 10 minutes')
  expect(describe({ heldUntil: now + 5 * minuteMs, nextFreeAt: now + 10 * minuteMs })).toBe('in 10 minutes')
})

test('While not even tests of keys are sent after refused keys, all calls of the class are on hold', () => {
  i18n.global.locale.value = 'en'
  const obstacle = { state: 'key_tests_held', until: now + minuteMs / 2 } as const
  expect(describe({ limitClass: 'account' }, obstacle)).toBe('all calls on hold: in 30 seconds')
})

test('After refused keys, the class names the calls that Banto holds, which are none of the user, and only if it holds some', () => {
  i18n.global.locale.value = 'en'
  const obstacle = { state: 'held', reason: 'refused_keys', until: now + minuteMs } as const
  const held = { ...oneWaits, heldUntil: now + 5 * minuteMs }
  expect(describe(held, obstacle)).toBe('syncs, jobs, orders and logs on hold: in 5 minutes')
  expect(describe({ ...oneWaits, nextFreeAt: now + minuteMs / 2 }, obstacle)).toBe('in 30 seconds')
  expect(describe({}, obstacle)).toBe('now, for your own actions')
  i18n.global.locale.value = 'ja'
  expect(describe(held, obstacle)).toBe('同期・ジョブ・注文・ログは待機中: 5 分後')
})

test('Without an obstacle, the limits and the calls that wait decide about the next call', () => {
  i18n.global.locale.value = 'en'
  expect(describe({})).toBe('now')
  expect(describe({ waiting: { ...free.waiting, background: 1 } })).toBe('now, for your own actions')
  expect(describe({ nextFreeAt: now + minuteMs / 2 })).toBe('in 30 seconds')
  expect(describe({ waitsForAnswer: true })).toBe('after a response')
  expect(describe({ ...oneWaits, heldUntil: now + minuteMs / 2 })).toBe(
    'syncs, jobs, orders and logs on hold: in 30 seconds',
  )
})
