import { expect, test } from 'vitest'
import type { DetailReadingPlan } from '#shared/ipc/detail-reading-plan.ts'
import { summarizeDetailReadingPlans } from '#renderer/account-data/summarize-detail-reading-plans.ts'

const plan = (fields: Partial<DetailReadingPlan>): DetailReadingPlan => ({
  accountId: 'a',
  domainsByAge: { fresh: 1, older: 2, unread: 3 },
  unreadableDomains: 0,
  refusedDomains: 0,
  fullRefreshCalls: 30,
  due: 20,
  affordableNow: 20,
  minutesNow: 1,
  backgroundCallsPerDay: 10,
  next: [],
  ...fields,
})

test('The counts of several accounts are summed, and the days are those of the account that needs longest', () => {
  const summary = summarizeDetailReadingPlans([
    plan({}),
    plan({ fullRefreshCalls: 500, due: 100, affordableNow: 0, backgroundCallsPerDay: 100 }),
  ])
  expect(summary).toEqual({
    domainsByAge: { fresh: 2, older: 4, unread: 6 },
    due: 120,
    fullRefreshCalls: 530,
    daysForRest: 1,
    daysForRefresh: 5,
  })
})

test('No number of days is returned if an account with calls to make has no background quota', () => {
  const without = plan({ backgroundCallsPerDay: 0, affordableNow: 0 })
  expect(summarizeDetailReadingPlans([plan({}), without])).toMatchObject({ daysForRest: null, daysForRefresh: null })
  const empty = plan({ backgroundCallsPerDay: 0, due: 0, affordableNow: 0, fullRefreshCalls: 0 })
  expect(summarizeDetailReadingPlans([plan({}), empty])).toMatchObject({ daysForRest: 0, daysForRefresh: 3 })
  expect(summarizeDetailReadingPlans([])).toMatchObject({ due: 0, daysForRest: 0, daysForRefresh: 0 })
})
