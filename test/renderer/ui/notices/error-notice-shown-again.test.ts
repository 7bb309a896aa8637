import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serviceErrors } from '#shared/api/service-errors.ts'
import { AppError } from '#shared/app-error.ts'
import { minuteMs } from '#shared/durations.ts'
import ErrorNotice from '#renderer/ui/notices/ErrorNotice.vue'
import { i18n } from '#renderer/text/i18n.ts'

test('A wait that the service demanded does not start anew when its notice is shown again', async () => {
  i18n.global.locale.value = 'en'
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const error = new AppError('service', 'answered', {
    status: serviceErrors.RATE_LIMIT_EXCEEDED.status,
    retryAfterMs: 60 * minuteMs,
  })
  const show = () => renderToString(createSSRApp(ErrorNotice, { error }).use(i18n))
  expect(await show()).toContain('in 60 minutes')
  vi.setSystemTime(Date.now() + 20 * minuteMs)
  expect(await show()).toContain('in 40 minutes')
})
