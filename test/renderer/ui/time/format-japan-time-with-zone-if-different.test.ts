import { expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { parseJapanTime } from '#shared/japan-time.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { formatJapanTimeWithZoneIfDifferent } from '#renderer/ui/time/format-japan-time-with-zone-if-different.ts'

const at = parseJapanTime('2026-11-20 14:39:59') ?? 0

test('A clock time names Japan time only on a computer with another time, and its day only if it is another one', () => {
  i18n.global.locale.value = 'en'
  const format = (now: number, offset: number) => formatJapanTimeWithZoneIfDifferent(at, now, i18n.global.t, offset)
  expect(format(at, -540)).toBe('14:39')
  expect(format(at, 0)).toBe('14:39 (Japan time)')
  expect(format(at + dayMs, 0)).toBe('2026-11-20 14:39 (Japan time)')
})
