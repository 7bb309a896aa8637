import { expect, test } from 'vitest'
import { dayMs, secondMs } from '#shared/durations.ts'
import { parseJapanTime } from '#shared/japan-time.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { describeWhyAndUntilWhenCallsWait } from '#renderer/ui/status/describe-why-and-until-when-calls-wait.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'
import { formatShortWaitEnd, formatWaitEnd } from '#renderer/ui/time/format-wait-end.ts'

const end = (parseJapanTime('2026-11-27 12:04:09') ?? 0) + 1

test('The end of a wait is rounded up to the second, and a label names its day only if that is not today', () => {
  expect(formatWaitEnd(end)).toBe('2026-11-27 12:04:10')
  expect(formatWaitEnd(end - 1)).toBe('2026-11-27 12:04:09')
  expect(formatShortWaitEnd(end, end - secondMs)).toBe('12:04:10')
  expect(formatShortWaitEnd(end, end - dayMs)).toBe('2026-11-27 12:04:10')
})

test('The label of an account that waits, its tooltip and an error name the same time, which is not before the end', () => {
  i18n.global.locale.value = 'en'
  const { word, title } = describeWhyAndUntilWhenCallsWait(
    { cause: 'limit', until: end },
    end - secondMs,
    i18n.global.t,
  )
  expect(word).toBe('Limited until 12:04:10')
  expect(title).toContain('from 2026-11-27 12:04:10 ')
  const error = describeError({ kind: 'waited_too_long', message: '', details: { waitingFor: 'day', freeAt: end } })
  expect(error.title + error.remedy).toContain('2026-11-27 12:04:10 ')
})
