import { expect, onTestFinished, test, vi } from 'vitest'
import { ref } from 'vue'
import { useOrderRunTimeLeft } from '#renderer/features/orders/runs/useOrderRunTimeLeft.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const run = (): OrderRun => ({ minutesLeft: 0.5, answeredAt: Date.now() }) as OrderRun

test('The remaining time of a run is hidden after half a minute without an answer, even on a new page, and when it has passed', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const shown = ref(run())
  const first = runInSetup(() => useOrderRunTimeLeft(() => shown.value))
  expect(first.made.minutesLeft.value).toBe(0.5)
  const short = runInSetup(() => useOrderRunTimeLeft(() => ({ ...shown.value, minutesLeft: 0.1 })))
  onTestFinished(short.leave)
  expect(short.made.minutesLeft.value).toBe(0.1)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(first.made.minutesLeft.value).toBe(0.5)
  expect(short.made.hasNoRecentAnswer.value).toBe(false)
  expect(short.made.minutesLeft.value).toBeNull()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(first.made.minutesLeft.value).toBeNull()
  first.leave()
  const second = runInSetup(() => useOrderRunTimeLeft(() => shown.value))
  onTestFinished(second.leave)
  expect(second.made.minutesLeft.value).toBeNull()
  shown.value = run()
  expect(second.made.minutesLeft.value).toBe(0.5)
})
