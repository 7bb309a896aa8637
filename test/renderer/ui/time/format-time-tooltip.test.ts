import { expect, test } from 'vitest'
import { parseJapanTime } from '#shared/japan-time.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { formatTimeTooltip } from '#renderer/ui/time/format-time-tooltip.ts'

test.each([
  ['en', 'Japan time 2026-11-28 04:12:13\nLocal time 2026-11-27 20:12:13'],
  ['ja', '日本時間 2026-11-28 04:12:13\nローカル時間 2026-11-27 20:12:13'],
] as const)('A tooltip shows Japan time and local time in the same format (%s)', (locale, words) => {
  i18n.global.locale.value = locale
  const at = parseJapanTime('2026-11-28 04:12:13') as number
  expect(formatTimeTooltip(at, i18n.global.t, -60)).toBe(words)
})
