import { expect, onTestFinished, test, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import { useMinutesLeft } from '#renderer/features/orders/runs/useMinutesLeft.ts'
import { orderStatuses, type OrderRun } from '#shared/ipc/orders.ts'
import { inSetup } from '../../in-setup.ts'

const none = Object.fromEntries(orderStatuses.map((status) => [status, 0])) as OrderRun['byStatus']
const run = (done: number): OrderRun => ({ id: 'run', total: 9, byStatus: { ...none, done, planned: 9 - done }, minutesLeft: 0.5 }) as OrderRun

test('how long a run goes on is not told while no order was answered for half a minute', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const shown = ref(run(3))
  const { made: minutesLeft, leave } = inSetup(() => useMinutesLeft(() => shown.value))
  onTestFinished(leave)
  expect(minutesLeft.value).toBe(0.5)
  await vi.advanceTimersByTimeAsync(50_000)
  expect(minutesLeft.value).toBeNull()
  shown.value = run(4)
  await nextTick()
  expect(minutesLeft.value).toBe(0.5)
  await vi.advanceTimersByTimeAsync(20_000)
  shown.value = run(4)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(minutesLeft.value).toBeNull()
})
