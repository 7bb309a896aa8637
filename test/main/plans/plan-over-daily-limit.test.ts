import { expect, test } from 'vitest'
import { emptyDomainEdit } from '#main/plans/domain-edit-schema.ts'
import type { PlannedDomainWithEdit } from '#main/plans/plan-changes-of-requested-domains.ts'
import { summarizePlan } from '#main/plans/summarize-plan.ts'
import { listWaitsNotInPlanMinutes } from '#renderer/features/change-plans/list-waits-not-in-plan-minutes.ts'

/** One change, and one reading before it. */
const planned: PlannedDomainWithEdit = {
  position: 0,
  accountId: 'a',
  domain: 'one.example',
  changes: [{ kind: 'nameservers', before: ['ns1.example'], after: ['ns2.example'] }],
  findings: [],
  readTimes: [],
  error: null,
  edit: { ...emptyDomainEdit, nameservers: ['ns2.example'] },
  lineFindings: [],
  touchedRecordsHash: null,
}

const noBlock = { ipBlocks: [] }

function summarize(callsLeftToday: number, otherCalls: number[] = []) {
  return summarizePlan(
    {
      planId: 'plan',
      sourceKind: 'nameservers',
      template: null,
      createdAt: 0,
      domains: [planned],
      lineFindings: [],
      lineUnit: 'line',
      ofRemovedAccounts: 0,
      newSite: null,
    },
    new Set(),
    () => ({ rate: { perMinute: 50, nextFreeAt: null }, perDay: 10_000, callsLeftToday, otherCalls }),
    0,
  )
}

test('A plan with more calls than the daily limit still allows says that the wait for the limit may take longer than the stated time', () => {
  expect(summarize(2)).toMatchObject({ calls: 2, isOverDailyLimit: false })
  expect(summarize(1)).toMatchObject({ isOverDailyLimit: true })
  // The calls of another job come between those of the plan.
  expect(summarize(3, [500])).toMatchObject({ isOverDailyLimit: true })
  expect(listWaitsNotInPlanMinutes(summarize(1), noBlock)).toEqual(['dailyLimit'])
  expect(listWaitsNotInPlanMinutes(summarize(2), noBlock)).toEqual([])
})

test('The stated time of a plan does not include the time in which calls are on hold for an assumed block', () => {
  const blocked = { ipBlocks: [{ proxyUrl: null, since: 0, until: null }] }
  expect(listWaitsNotInPlanMinutes(summarize(2), blocked)).toEqual(['callsOnHold'])
})
