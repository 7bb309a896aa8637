import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shallowRef } from 'vue'
import { AppError } from '#shared/app-error.ts'
import { hourMs, secondMs } from '#shared/durations.ts'
import {
  computeErrorLogFollowIntervalMs,
  isDailyLimitNearlyUsed,
} from '#renderer/features/servers/error-log/follow-error-log-limits.ts'
import { useFollowErrorLog } from '#renderer/features/servers/error-log/useFollowErrorLog.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Follows a log whose readings end at once with `errors`, in order, then without an error. */
function follow(errors: (AppError | null)[] = []) {
  const readAt: number[] = []
  const obstacle = shallowRef<string | null>(null)
  const isDailyLimitUsed = shallowRef(false)
  const { made, leave } = runInSetup(() =>
    useFollowErrorLog({
      read: () => {
        readAt.push(Date.now())
        return Promise.resolve(errors.shift() ?? null)
      },
      lastReadAt: () => readAt.at(-1) ?? null,
      intervalMs: (failures) => computeErrorLogFollowIntervalMs(undefined, failures),
      obstacle: () => obstacle.value,
      isDailyLimitUsed: () => isDailyLimitUsed.value,
    }),
  )
  return { made, leave, readAt, obstacle, isDailyLimitUsed }
}

const lost = new AppError('cut_off', 'The answer was lost')

test('A followed log is read at once, and again at each interval until the user stops', async () => {
  const { made, leave, readAt } = follow()
  made.start()
  await vi.advanceTimersByTimeAsync(25 * secondMs)
  expect(readAt).toHaveLength(3)
  made.stop()
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(readAt).toHaveLength(3)
  expect(made.end.value).toBeNull()
  leave()
})

test('A reading just before the start is not repeated at once', async () => {
  const { made, leave, readAt } = follow()
  readAt.push(Date.now() - 4 * secondMs)
  made.start()
  await vi.advanceTimersByTimeAsync(5 * secondMs)
  expect(readAt).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(secondMs)
  expect(readAt).toHaveLength(2)
  leave()
})

test('A reading that seems to be in the future does not delay the next one', async () => {
  const { made, leave, readAt } = follow()
  readAt.push(Date.now() + hourMs)
  made.start()
  await vi.advanceTimersByTimeAsync(10 * secondMs)
  expect(readAt).toHaveLength(2)
  leave()
})

test('A clock that is set back or forward neither delays nor multiplies the readings', async () => {
  const { made, leave, readAt } = follow()
  made.start()
  await vi.advanceTimersByTimeAsync(0)
  for (const shiftMs of [hourMs / 2, -hourMs / 2]) {
    vi.setSystemTime(Date.now() + shiftMs)
    const { length } = readAt
    await vi.advanceTimersByTimeAsync(10 * secondMs)
    expect(readAt.length).toBe(length + 1)
  }
  leave()
})

test('Following pauses while the service cannot be asked, and goes on afterwards', async () => {
  const { made, leave, readAt, obstacle } = follow()
  made.start()
  await vi.advanceTimersByTimeAsync(0)
  obstacle.value = 'offline'
  await vi.advanceTimersByTimeAsync(60 * secondMs)
  expect(readAt).toHaveLength(1)
  expect(made.isPaused.value).toBe(true)
  obstacle.value = null
  await vi.advanceTimersByTimeAsync(0)
  expect(readAt).toHaveLength(2)
  leave()
})

test('A lost answer doubles the wait, and an answer ends the doubling', async () => {
  const { made, leave, readAt } = follow([lost, lost])
  made.start()
  await vi.advanceTimersByTimeAsync(75 * secondMs)
  const [first = 0] = readAt
  expect(readAt.map((at) => (at - first) / secondMs)).toEqual([0, 20, 60, 70])
  leave()
})

test('An error that does not pass by itself ends following', async () => {
  const { made, leave, readAt } = follow([new AppError('service', 'No such domain', { status: 404 })])
  made.start()
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(readAt).toHaveLength(1)
  expect(made.isFollowing.value).toBe(false)
  expect(made.end.value).toBe('error')
  leave()
})

test('Following ends after an hour, when the page is left, and when most calls of the day are used', async () => {
  const long = follow()
  long.made.start()
  await vi.advanceTimersByTimeAsync(2 * hourMs)
  expect(long.made.end.value).toBe('afterOneHour')
  const { length } = long.readAt
  expect(length).toBeLessThanOrEqual(361)

  long.made.start()
  await vi.advanceTimersByTimeAsync(0)
  long.leave()
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(long.readAt).toHaveLength(length + 1)

  const short = follow()
  short.made.start()
  await vi.advanceTimersByTimeAsync(0)
  short.isDailyLimitUsed.value = true
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(short.made.end.value).toBe('dailyLimitUsed')
  expect(short.readAt).toHaveLength(1)
  short.leave()
})

test.each([
  [30, 10],
  [5, 60],
  [1000, 10],
])('With %i calls per minute, a log is read every %i seconds', (perMinute, seconds) => {
  expect(computeErrorLogFollowIntervalMs({ perMinute }, 0)).toBe(seconds * secondMs)
})

test('Most calls of a day are used from four fifths of the limit on', () => {
  expect([799, 800].map((usedDay) => isDailyLimitNearlyUsed({ usedDay, perDay: 1000 }))).toEqual([false, true])
  expect(isDailyLimitNearlyUsed(undefined)).toBe(false)
})
