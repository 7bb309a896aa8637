import { effectScope } from 'vue'
import { afterEach, expect, test, vi } from 'vitest'
import { useNowEachSecond } from '#renderer/ui/time/useNowEachSecond.ts'

afterEach(() => vi.useRealTimers())

test('A countdown in seconds is at most one second late, and its timer ends with its scope', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const scope = effectScope()
  const now = scope.run(useNowEachSecond)
  expect(now?.value).toBe(1_000_000)
  vi.advanceTimersByTime(3_400)
  expect(now?.value).toBe(1_003_000)
  scope.stop()
  expect(vi.getTimerCount()).toBe(0)
})
