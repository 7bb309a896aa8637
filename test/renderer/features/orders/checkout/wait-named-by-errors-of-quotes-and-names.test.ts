import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WireError } from '#shared/app-error.ts'
import type { NameSearchResult } from '#shared/ipc/domain-availability-search.ts'
import { describeAvailability } from '#renderer/features/orders/acquire-domain/describe-availability.ts'
import { describeQuoteProblem } from '#renderer/features/orders/checkout/describe-quote-problem.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('The wait that the service demanded counts down and ends, for a price and for a name', () => {
  const t = setMessageLanguage('en')
  const limited = (): WireError => ({ kind: 'service', message: '', status: 429, retryAfterMs: 40_000, details: {} })
  const problem = { reason: 'refused', error: limited(), intentId: null } as const
  const found = { typed: 'a.com', name: 'a.com', availability: null, error: limited() } as unknown as NameSearchResult
  const remedies = () => [
    describeQuoteProblem(problem, () => false).remedy,
    describeAvailability(found, new Set(), () => false, t).title.split('\n')[0],
  ]
  for (const remedy of remedies()) expect(remedy).toBe('Try again in 40 seconds.')
  vi.advanceTimersByTime(10_000)
  for (const remedy of remedies()) expect(remedy).toBe('Try again in 30 seconds.')
  vi.advanceTimersByTime(300_000)
  for (const remedy of remedies()) expect(remedy).toBe('The service’s waiting time is over. Try again.')
})
