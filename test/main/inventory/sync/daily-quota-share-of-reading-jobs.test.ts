import { expect, test } from 'vitest'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { getDailyCallBudget } from '#main/inventory/sync/daily-call-budget.ts'
import {
  computeReadingJobQuotaFraction,
  findReadingJobLimitError,
} from '#main/reading-jobs/daily-limit-of-reading-jobs.ts'

const used = (usedDay: number) => ({
  quotaUsage: () => [{ accountId: 'a', limitClass: 'domain', perDay: 1000, usedDay } as QuotaUsage],
})

test('Reading jobs may use nine tenths of the daily limit, and never less than reading in the background', () => {
  expect([computeReadingJobQuotaFraction(0.5), computeReadingJobQuotaFraction(1)]).toEqual([0.9, 1])
  expect(findReadingJobLimitError(used(899), 'a', 'domain', 0.5)).toBeNull()
  expect(findReadingJobLimitError(used(900), 'a', 'domain', 0.5)).toMatchObject({
    kind: 'waits_for_limit',
    details: { limit: 'reading', percent: 90 },
  })
  expect(findReadingJobLimitError(used(900), 'a', 'domain', 1)).toBeNull()
})

test('Before the first call of an account, its limits are those of the class', () => {
  expect(getDailyCallBudget(used(900), 'other', 'domain', 0.5)).toEqual({ allowed: 5000, used: 0 })
})
