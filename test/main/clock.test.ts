import { expect, test, onTestFinished, vi } from 'vitest'
import { systemClock } from '#main/clock.ts'

test('a sleep longer than a timer can hold is no short one', () => {
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const ending = new AbortController()
  onTestFinished(() => {
    ending.abort()
    timer.mockRestore()
  })
  systemClock.sleep(30 * 86_400_000, ending.signal).catch(() => undefined)
  expect(timer.mock.lastCall?.[1]).toBe(2 ** 31 - 1)
})
