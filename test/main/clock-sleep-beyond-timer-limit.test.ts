import { expect, test, onTestFinished, vi } from 'vitest'
import { systemClock } from '#main/clock.ts'

test('A sleep longer than the maximum timer delay does not end early', () => {
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const ending = new AbortController()
  onTestFinished(() => {
    ending.abort()
    timer.mockRestore()
  })
  systemClock.sleep(30 * 86_400_000, ending.signal).catch(() => undefined)
  expect(timer.mock.lastCall?.[1]).toBe(2 ** 31 - 1)
})
