import type { Figure } from '#test/bench/bench-figures.ts'
import { createBantoLimiter } from './compared-limiters.ts'
import {
  createFigureOfMedianOverSeeds,
  refusalsPerThousand,
  runForAllSeeds,
  logProgress,
  slowdownBySeed,
  quotaWindowKinds,
} from './run-scenario-for-seeds-and-compute-figures.ts'
import { occasionalSessions } from './simulated-user.ts'
import type { Scenario } from './run-scenario.ts'

export const sharedQuotaScenario = {
  calls: 1_000,
  person: occasionalSessions,
  foreignPerMinute: 12,
} satisfies Partial<Scenario>

/** Measures how a run behaves while another program uses the same quota. */
export async function benchExternalTraffic(): Promise<Figure[]> {
  const figures: Figure[] = []
  logProgress('a foreign client')
  for (const window of quotaWindowKinds) {
    for (const countsRefused of [false, true]) {
      const shared = await runForAllSeeds(createBantoLimiter(), { ...sharedQuotaScenario, window, countsRefused })
      const where = `a foreign client, ${window}${countsRefused ? ', refused count' : ''}`
      figures.push(
        createFigureOfMedianOverSeeds(`refused of 1,000 with ${where}`, refusalsPerThousand(shared), 'calls', {
          goal: 2,
        }),
        createFigureOfMedianOverSeeds(`p95 of a person / bare with ${where}`, slowdownBySeed(shared), '×', { goal: 3 }),
      )
    }
  }
  return figures
}
