import { expect, test } from 'vitest'
import type { PlanSummary } from '#shared/ipc/plans.ts'
import { countIncluded } from '#renderer/features/plans/included-changes.ts'

const summary = { adds: 4, changes: 3, deletes: 2, settings: 1, withChanges: 5 } as PlanSummary

test('The run button counts neither the changes nor the domains that were left out', () => {
  expect(countIncluded(summary, new Map())).toEqual({ changes: 10, domains: 5 })
  expect(
    countIncluded(
      summary,
      new Map([
        [0, 4],
        [7, 1],
      ]),
    ),
  ).toEqual({ changes: 5, domains: 3 })
})
