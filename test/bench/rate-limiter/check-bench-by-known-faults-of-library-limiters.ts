import type { Figure } from '#test/bench/bench-figures.ts'
import { libraryLimiters } from './compared-limiters.ts'
import {
  createFigureOfOneValue,
  createFigureOfMedianOverSeeds,
  ratiosOfDurationToLowerBound,
  refusalsPerThousand,
  runForAllSeeds,
  logProgress,
  seeds,
  userCallSlowdownAtQuantile,
  quotaWindowKinds,
} from './run-scenario-for-seeds-and-compute-figures.ts'
import { occasionalSessions } from './simulated-user.ts'

/**
 * Minimum faults of every library limiter in a sliding window: refused calls of 1,000, and the factor by which a user
 * waits longer.
 */
const minRefused = 10
const minSlowdown = 2

/**
 * Measures library limiters at the same service. Throws when one of them does not show the faults that are known of all
 * of them. Then the simulated service is wrong, and the figures of our limiter mean nothing.
 */
export async function checkBenchByKnownFaultsOfLibraryLimiters(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, limiter] of Object.entries(libraryLimiters)) {
    logProgress(name)
    for (const window of quotaWindowKinds) {
      const results = await runForAllSeeds(limiter, { window, person: occasionalSessions }, seeds.slice(0, 5))
      const total = createFigureOfMedianOverSeeds(
        `${name}, ${window}: total / bound, 1,000 calls`,
        ratiosOfDurationToLowerBound(results),
        '×',
      )
      const refused = createFigureOfMedianOverSeeds(
        `${name}, ${window}: refused of 1,000`,
        refusalsPerThousand(results),
        'calls',
      )
      const slower = createFigureOfOneValue(
        `${name}, ${window}: p95 of a person / bare, all seeds`,
        userCallSlowdownAtQuantile(results, 0.95),
        '×',
      )
      if (window === 'sliding' && !(refused.value >= minRefused && slower.value >= minSlowdown)) {
        throw new Error(
          `The service of this bench is wrong: ${name} is refused ${refused.value} of 1,000 calls, and a person waits ${slower.value} times as long`,
        )
      }
      figures.push(total, refused, slower)
    }
  }
  return figures
}
