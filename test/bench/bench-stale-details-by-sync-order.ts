import { createFigure, createRatioFigure, type Figure } from './bench-figures.ts'
import { simulateHourlySyncs, type FreshnessRun } from '#test/bench/freshness/simulate-hourly-syncs-by-order.ts'

const seeds = [1, 2]
const plan = { callsPerDay: 1_000, days: 30 }
const account = { domains: 400, changesPerDay: 24 }

/** A fifth of the domains has about four fifths of the changes. The keys of the account make half of all changes. */
const skewed = { ...account, skew: 1.1, shareByKeys: 0.5 }
const worlds: { name: string; model: FreshnessRun['model']; goal: number | null }[] = [
  { name: 'few domains change most, half by our keys', model: skewed, goal: 0.35 },
  { name: 'few domains change most, no change by our keys', model: { ...skewed, shareByKeys: 0 }, goal: null },
  {
    name: 'all domains change alike, no change by our keys',
    model: { ...account, skew: 0, shareByKeys: 0 },
    goal: null,
  },
]

/**
 * Measures for how long stored details are wrong in 30 virtual days with syncs every hour. Compares three reading
 * orders with the same number of calls: as in a sync, the oldest first, and by the true rate of change. The last one
 * does not use the log.
 */
export async function benchStaleDetailsBySyncOrder(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { name, model, goal } of worlds) {
    const run = async (order: FreshnessRun['order']) => {
      const results = []
      for (const seed of seeds) results.push(await simulateHourlySyncs({ ...plan, model, seed, order }))
      return results
    }
    const [ours, roundRobin, known] = [await run('banto'), await run('round_robin'), await run('all_known')]
    const wrong = (results: typeof ours) => results.map(({ wrongMs }) => wrongMs)
    const calls = (results: typeof ours) => results.map((result) => result.calls)
    figures.push(
      createRatioFigure(`wrong details × time / round robin: ${name}`, wrong(ours), wrong(roundRobin), goal),
      createRatioFigure('  the same by the true rates, without the log', wrong(known), wrong(roundRobin)),
      createRatioFigure('  calls / calls of round robin', calls(ours), calls(roundRobin), 1),
      ...(model.shareByKeys > 0
        ? [
            createFigure(
              '  calls of a sync until a write of our keys is found and read',
              ours.map(({ callsToFindWrite }) => callsToFindWrite),
              'calls',
              4,
            ),
          ]
        : []),
    )
  }
  return figures
}
