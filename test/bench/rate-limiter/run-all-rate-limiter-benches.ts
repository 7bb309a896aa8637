import { createFigure, type Figure } from '#test/bench/bench-figures.ts'
import { benchManyAccounts } from './bench-fairness-and-cpu-with-many-accounts.ts'
import { killAndRestartBulkRun } from './kill-and-restart-bulk-run.ts'
import { createFigureOfOneValue, logProgress } from './run-scenario-for-seeds-and-compute-figures.ts'
import { checkBenchByKnownFaultsOfLibraryLimiters } from './check-bench-by-known-faults-of-library-limiters.ts'
import { benchWrongClocks } from './bench-wrong-clocks.ts'
import { benchExternalTraffic } from './bench-external-traffic.ts'
import { benchInteractiveLatency } from './bench-interactive-latency.ts'
import { createCallCounter } from './call-counter.ts'
import { benchBulkDuration } from './bench-bulk-duration.ts'

const kills = 200

/** Measures our rate limiter and library limiters against the limits of the service, in virtual time. */
export async function benchRateLimiter(): Promise<Figure[]> {
  // Runs first, because the other figures mean nothing if this fails.
  const naive = await checkBenchByKnownFaultsOfLibraryLimiters()
  const tally = createCallCounter()
  const totals = await benchBulkDuration(tally.record)
  const persons = await benchInteractiveLatency(tally.record)
  const clocks = await benchWrongClocks(tally.record)
  const killed = await benchKills()
  const accounts = await benchManyAccounts(tally.record)
  const others = await benchExternalTraffic()
  const refused = createFigureOfOneValue(
    `refused of ${tally.calls.toLocaleString('en')} calls, no foreign traffic`,
    tally.refused,
    'calls',
    { goal: 0 },
  )
  return [...totals, refused, ...others, ...persons, ...killed, ...clocks, ...accounts, ...naive]
}

async function benchKills(): Promise<Figure[]> {
  logProgress('kills')
  const killed = []
  for (let seed = 1; seed <= kills; seed += 1) killed.push(await killAndRestartBulkRun(seed))
  return [
    createFigureOfOneValue(
      `refused after ${kills} kills`,
      killed.reduce((sum, each) => sum + each.refused, 0),
      'calls',
      { goal: 0 },
    ),
    createFigure(
      'unused of the 60 calls of the first minute after a kill',
      killed.map(({ unused }) => unused),
      'calls',
      3,
    ),
  ]
}
