import { type CampaignFigure, createMinimumFigure, createZeroFigure } from '#test/campaign/campaign-figures.ts'
import { createUniformRandom } from '#test/bench/rate-limiter/random-distributions.ts'
import { printEveryMinute } from '#test/campaign/print-every-minute.ts'
import { isSameZone, minimumOfCalls } from './plan-rules.ts'
import { createRandomPair } from './random-zones.ts'
import { runWithCrashes } from './run-with-crashes.ts'

const largestZone = 100

/**
 * Figures of runs of plans by the code that runs them, with crashes at durable writes and around calls, lost answers and
 * late executions.
 */
export async function checkRuns({ seed, runs }: { seed: number; runs: number }): Promise<CampaignFigure[]> {
  const totals = {
    runs: 0,
    refused: 0,
    crashes: 0,
    lostAnswers: 0,
    duplicates: 0,
    incomplete: 0,
    untold: 0,
    extraCalls: 0,
  }
  const failing: number[] = []
  const progress = printEveryMinute(() => `${totals.runs} of ${runs} plans run`)
  try {
    for (let index = 0; totals.runs < runs; index += 1) {
      const pair = createRandomPair(seed + index, largestZone)
      const outcome = await runWithCrashes(pair, createUniformRandom(seed + index))
      if (outcome === null) {
        totals.refused += 1
        continue
      }
      const isComplete = isSameZone(outcome.zone, pair.desired)
      const isTold = outcome.state === 'done' && outcome.results.every((result) => result === 'done')
      const extraCalls = outcome.executed - minimumOfCalls(pair.current, pair.desired)
      const hasDuplicate = outcome.zone.length > pair.desired.length
      totals.runs += 1
      totals.crashes += outcome.crashes
      totals.lostAnswers += outcome.lostAnswers
      totals.duplicates += Number(hasDuplicate)
      totals.incomplete += Number(!isComplete)
      totals.untold += Number(isTold !== isComplete)
      totals.extraCalls += Math.max(0, extraCalls)
      if ((hasDuplicate || !isComplete || !isTold) && failing.length < 5) failing.push(seed + index)
      if (index % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    progress.end()
  }
  if (failing.length > 0) console.log(`\nRuns that end wrong have the seeds ${failing.join(', ')}`)
  return [
    createMinimumFigure('plans run with crashes and lost answers', totals.runs, runs),
    { name: 'crashes in these runs', value: totals.crashes, goal: null, holds: null },
    { name: 'answers lost in these runs', value: totals.lostAnswers, goal: null, holds: null },
    createZeroFigure('runs that left a duplicate record', totals.duplicates),
    createZeroFigure('runs that left another zone than desired', totals.incomplete),
    createZeroFigure('runs whose result does not tell the state of the zone', totals.untold),
    { name: 'calls that were executed twice without an effect', value: totals.extraCalls, goal: null, holds: null },
  ]
}
