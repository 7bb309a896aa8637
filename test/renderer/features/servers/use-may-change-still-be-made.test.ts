import { nextTick, shallowRef } from 'vue'
import { expect, onTestFinished, test, vi } from 'vitest'
import { maxServiceExecutionDelayMs } from '#shared/api/max-service-execution-delay.ts'
import { AppError } from '#shared/app-error.ts'
import { minuteMs, secondMs } from '#shared/durations.ts'
import { useMayChangeStillBeMade } from '#renderer/features/servers/useMayChangeStillBeMade.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('A change of unknown outcome is said to be possible only as long as the service may make it, also if its notice is shown again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const error = shallowRef(new AppError('unsettled', 'first'))
  const show = () => {
    const { made, leave } = runInSetup(() => useMayChangeStillBeMade(() => error.value))
    onTestFinished(leave)
    return made
  }
  const made = show()
  expect(made.value).toBe(true)
  vi.advanceTimersByTime(maxServiceExecutionDelayMs - minuteMs)
  expect(made.value).toBe(true)
  vi.advanceTimersByTime(minuteMs + 10 * secondMs)
  expect(made.value).toBe(false)
  expect(show().value).toBe(false)
  error.value = new AppError('unsettled', 'second')
  await nextTick()
  expect(made.value).toBe(true)
})
