import { expect, test } from 'vitest'
import { parseJapanTime } from '#shared/japan-time.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { describeCallWait } from '#renderer/ui/status/describe-call-wait.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'
import { formatWaitEnd } from '#renderer/ui/time/format-wait-end.ts'

const end = (parseJapanTime('2026-11-27 12:04:09') ?? 0) + 1

test('The end of a wait is rounded up, to the minute or to the second', () => {
  expect(formatWaitEnd(end, 'minute')).toBe('11-27 12:05')
  expect(formatWaitEnd(end, 'second')).toBe('2026-11-27 12:04:10')
  expect(formatWaitEnd(end + 999, 'second')).toBe('2026-11-27 12:04:10')
})

test('The label of an account that waits, its tooltip and an error never name a time before the wait ends', () => {
  i18n.global.locale.value = 'en'
  const { word, title } = describeCallWait({ cause: 'limit', until: end }, i18n.global.t)
  expect(word).toBe('Limited until 11-27 12:05')
  expect(title).toContain('from 2026-11-27 12:04:10')
  const error = describeError({ kind: 'waited_too_long', message: '', details: { waitingFor: 'day', freeAt: end } })
  expect(error.title + error.remedy).toContain('12:04:10')
})
