import { describe, expect, test } from 'vitest'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'
import { formatAge, formatAgeRange, formatDaysUntil, formatWait } from '#renderer/ui/time/format-relative-time.ts'

const t = setMessageLanguage('en')
const minuteMs = 60_000
const hourMs = 60 * minuteMs

test.each([
  [0, '1 second', '1 秒'],
  [90_000, '90 seconds', '90 秒'],
  [10 * minuteMs, '10 minutes', '10 分'],
  [36_000_000, '10 hours', '10 時間'],
  [86_373_000, '24 hours', '24 時間'],
])('A wait of %s ms is shown as "%s" in English and "%s" in Japanese', (waitMs, en, ja) => {
  expect(formatWait(waitMs, setMessageLanguage('ja'))).toBe(ja)
  expect(formatWait(waitMs, setMessageLanguage('en'))).toBe(en)
})

describe('Ages', () => {
  test.each([
    [8 * minuteMs, 8.5 * minuteMs, '8 min ago', '8 分前'],
    [8 * minuteMs, 21 * minuteMs, '8 – 21 min ago', '8〜21 分前'],
    [0, 21 * minuteMs, '0 – 21 min ago', '0〜21 分前'],
    [0, 3 * hourMs, '0 – 3 h ago', '0〜3 時間前'],
    [0, 1, 'just now', 'たった今'],
    [59 * minuteMs, 47 * hourMs, '59 min – 47 h ago', '59 分〜47 時間前'],
    [-5 * minuteMs, 21 * minuteMs, '21 min ago', '21 分前'],
  ])('Facts that were read between %s and %s ms ago have the ages of both in words', (newest, oldest, en, ja) => {
    const now = 1_800_000_000_000
    expect(formatAgeRange(now - newest, now - oldest, now, setMessageLanguage('ja'))).toBe(ja)
    expect(formatAgeRange(now - newest, now - oldest, now, setMessageLanguage('en'))).toBe(en)
  })

  test.each([
    [null, 'never'],
    [59_000, 'just now'],
    [4 * minuteMs, '4 min ago'],
    [47 * hourMs, '47 h ago'],
    [49 * hourMs, '2 d ago'],
  ])('An age of %s ms is shown as "%s"', (passedMs, words) => {
    const now = 1_800_000_000_000
    expect(formatAge(passedMs === null ? null : now - passedMs, now, t)).toBe(words)
  })

  test('A time more than a minute in the future is shown as a time instead of an age, in every language', () => {
    const at = Date.UTC(2026, 10, 22, 5, 39, 53)
    expect(formatAge(at, at - 59_000, t)).toBe('just now')
    expect(formatAge(at, at - 61_000, t)).toBe('2026-11-22 14:39:53 Japan time')
    expect(formatAge(at, at - 400 * 24 * hourMs, setMessageLanguage('ja'))).toBe('日本時間 2026-11-22 14:39:53')
    setMessageLanguage('en')
  })

  test.each([
    [0, 'today'],
    [1, 'tomorrow'],
    [-1, 'yesterday'],
    [12, 'in 12 days'],
    [-3, '3 days ago'],
    [-364, '364 days ago'],
    [-365, '1 year ago'],
    [-2488, '6 years ago'],
  ])('An expiry in %s days is shown as "%s"', (days, words) => {
    expect(formatDaysUntil(days, t)).toBe(words)
  })
})
