import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRateLedgerStore } from '#main/api/rate-limit/rate-ledger-store.ts'
import { openDatabase } from '#main/store/database.ts'
import { createFigure, type Figure } from '#test/bench/bench-figures.ts'
import { createBantoLimiter, libraryLimiters, type CreateLimiter } from './compared-limiters.ts'
import { createFigureOfOneValue, runForAllSeeds, logProgress } from './run-scenario-for-seeds-and-compute-figures.ts'
import type { ScenarioResult, Scenario } from './run-scenario.ts'
import type { CountCallsOfRuns } from './call-counter.ts'

const many = { accounts: 50, calls: 1_000 } satisfies Partial<Scenario>
const passThrough: CreateLimiter = () => ({
  keepsRetryAfter: false,
  run: (_account, _kind, send) => send(),
  close: () => undefined,
})

async function cpuOf(
  limiter: CreateLimiter,
  scenario: Partial<Scenario>,
): Promise<{ result: ScenarioResult; msPerCall: number }> {
  const before = process.cpuUsage()
  const [result] = (await runForAllSeeds(limiter, scenario, [1])) as [ScenarioResult]
  const { user, system } = process.cpuUsage(before)
  return { result, msPerCall: (user + system) / 1000 / result.sent }
}

export async function benchManyAccounts(record: CountCallsOfRuns): Promise<Figure[]> {
  logProgress('50 accounts')
  const folder = mkdtempSync(join(tmpdir(), 'banto-bench-rate-limiter-'))
  const database = openDatabase(join(folder, 'banto.db'))
  try {
    const [alone] = record(await runForAllSeeds(createBantoLimiter(), {}, [1])) as [ScenarioResult]
    const rounds = []
    for (let round = 0; round < 3; round += 1) {
      // The bench itself costs CPU time, too. It is measured with the same calls without a limiter, at a service
      // without limits.
      const bare = await cpuOf(passThrough, { ...many, isUnlimited: true })
      const inMemory = await cpuOf(createBantoLimiter(), many)
      // Deletes the calls of the previous round, because they count for the day of each account.
      database.run('delete from departure')
      const onDisk = await cpuOf(
        createBantoLimiter((clock) => createRateLedgerStore(database, clock)),
        many,
      )
      rounds.push({
        bare: bare.msPerCall,
        inMemory: inMemory.msPerCall - bare.msPerCall,
        onDisk: onDisk.msPerCall - bare.msPerCall,
        result: onDisk.result,
      })
      record([inMemory.result, onDisk.result])
    }
    const [{ bare, result }] = rounds as [(typeof rounds)[number]]
    const peer = await cpuOf(libraryLimiters['bottleneck minTime'] as CreateLimiter, many)
    const { callsPerMsByAccount: rates } = result
    const sum = rates.reduce((all, rate) => all + rate, 0)
    const squares = rates.reduce((all, rate) => all + rate * rate, 0)
    return [
      createFigureOfOneValue('50 accounts × 1,000 calls / one account alone', result.totalMs / alone.totalMs, '×', {
        goal: 1.01,
      }),
      createFigureOfOneValue(
        'unfairness between them (1 − Jain index)',
        1 - (sum * sum) / (rates.length * squares),
        '',
        { goal: 0.001 },
      ),
      {
        ...createFigure(
          'CPU of a call, rate ledger on disk',
          rounds.map(({ onDisk }) => onDisk),
          'ms',
          0.05,
        ),
        why: 'Most of it is the row that is written before each call leaves; it differs with the machine and with what else runs on it.',
      },
      createFigure(
        'CPU of a call, rate ledger in memory',
        rounds.map(({ inMemory }) => inMemory),
        'ms',
      ),
      createFigureOfOneValue('CPU of a call, bottleneck minTime', peer.msPerCall - bare, 'ms'),
    ]
  } finally {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
