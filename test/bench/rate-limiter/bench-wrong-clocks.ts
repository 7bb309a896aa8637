import type { Figure } from '#test/bench/bench-figures.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { createBantoLimiter } from './compared-limiters.ts'
import {
  createFigureOfMedianOverSeeds,
  ratiosOfDurationToLowerBound,
  refusalsPerThousand,
  runForAllSeeds,
  logProgress,
  slowdownBySeed,
} from './run-scenario-for-seeds-and-compute-figures.ts'
import type { Scenario } from './run-scenario.ts'
import type { CountCallsOfRuns } from './call-counter.ts'
import { sharedQuotaScenario } from './bench-external-traffic.ts'
import { bulkRunWithUser } from './bench-interactive-latency.ts'

const tenYearsMs = 10 * 365 * dayMs

/** Repeats the measurements with wrong clocks. Each figure is the ratio to the right clock. */
export async function benchWrongClocks(record: CountCallsOfRuns): Promise<Figure[]> {
  const figures: Figure[] = []
  const measure = async (clock: Partial<Scenario>) => {
    const alone = record(await runForAllSeeds(createBantoLimiter(), { calls: 1_000, ...clock }))
    const beside = record(await runForAllSeeds(createBantoLimiter(), { ...bulkRunWithUser, ...clock }))
    return { alone, beside, shared: await runForAllSeeds(createBantoLimiter(), { ...sharedQuotaScenario, ...clock }) }
  }
  logProgress('the right clock')
  const right = await measure({})
  for (const wallErrorMs of [tenYearsMs, -tenYearsMs]) {
    const which = `clock ${wallErrorMs > 0 ? 'ahead' : 'behind'} ten years and jumping an hour`
    logProgress(which)
    const wrong = await measure({ wallErrorMs, wallJumpMs: hourMs })
    const by = (name: string, values: (runs: typeof right) => readonly (number | null)[]) => {
      const before = values(right)
      const compared = values(wrong).map((value, index) => (value === null ? null : value / (before[index] as number)))
      figures.push(createFigureOfMedianOverSeeds(`${name} by a ${which} / right clock`, compared, '×', { goal: 1.01 }))
    }
    by('total of 1,000 calls', ({ alone }) => ratiosOfDurationToLowerBound(alone))
    by('total of 5,000 beside a person', ({ beside }) => ratiosOfDurationToLowerBound(beside))
    by('p95 of that person', ({ beside }) => slowdownBySeed(beside))
    by('p95 of a person with a foreign client', ({ shared }) => slowdownBySeed(shared))
    figures.push(
      createFigureOfMedianOverSeeds(
        `refused of 1,000 with a foreign client by a ${which}`,
        refusalsPerThousand(wrong.shared),
        'calls',
        { goal: 2 },
      ),
    )
  }
  return figures
}
