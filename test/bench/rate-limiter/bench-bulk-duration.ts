import type { Figure } from '#test/bench/bench-figures.ts'
import { rateLimits } from '#shared/api/service-limits.ts'
import { createBantoLimiter } from './compared-limiters.ts'
import {
  createFigureOfMedianOverSeeds,
  ratiosOfDurationToLowerBound,
  runForAllSeeds,
  logProgress,
  quotaWindowKinds,
} from './run-scenario-for-seeds-and-compute-figures.ts'
import type { ScenarioResult } from './run-scenario.ts'
import type { CountCallsOfRuns } from './call-counter.ts'

const goals = [
  [5_000, 1.015],
  [1_000, 1.03],
  [60, 1.1],
  [30, 1.1],
  [10, 1.1],
] as const
const { concurrent } = rateLimits.domain

/** Measures the duration of a batch without a user, relative to its lower bound. */
export async function benchBulkDuration(record: CountCallsOfRuns): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const window of quotaWindowKinds) {
    logProgress(`work alone, ${window} window`)
    for (const [calls, goal] of goals) {
      const results = record(await runForAllSeeds(createBantoLimiter(), { window, calls }))
      const why = calls <= 60 ? whySmall(results) : undefined
      figures.push(
        createFigureOfMedianOverSeeds(
          `total / bound, ${calls} calls, ${window}`,
          ratiosOfDurationToLowerBound(results),
          '×',
          { goal, ...(why && { why }) },
        ),
      )
    }
    const refusing = record(await runForAllSeeds(createBantoLimiter(), { window, calls: 5_000, countsRefused: true }))
    figures.push(
      createFigureOfMedianOverSeeds(
        `total / bound where refused calls count, 5,000 calls, ${window}`,
        ratiosOfDurationToLowerBound(refusing),
        '×',
        { goal: 1.05 },
      ),
    )
  }
  return figures
}

function whySmall(results: readonly ScenarioResult[]): string {
  const known = results
    .map(({ callDurationsMs, boundMs }) => longestFirst(callDurationsMs) / boundMs)
    .toSorted((a, b) => a - b)
  return (
    'All slots are in use until the last call is sent, so no call could be sent earlier. The rest above the bound is the wait for the longest of the last calls, whose duration is ' +
    `not known in advance. With known durations and the longest calls first, the ratio would be ${(known[known.length >> 1] as number).toFixed(2)} ×.`
  )
}

/** Duration with the longest calls first, if all durations were known in advance. */
function longestFirst(durations: readonly number[]): number {
  const slots = new Array<number>(concurrent).fill(0)
  for (const ms of durations.toSorted((a, b) => b - a)) slots[slots.indexOf(Math.min(...slots))]! += ms
  return Math.max(...slots)
}
