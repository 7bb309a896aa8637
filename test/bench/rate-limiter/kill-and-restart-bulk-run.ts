import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minuteMs } from '#shared/durations.ts'
import { createRateLedgerStore } from '#main/api/rate-limit/rate-ledger-store.ts'
import { openDatabase, type Database } from '#main/store/database.ts'
import { createBantoLimiter } from './compared-limiters.ts'
import { createVirtualRateLimitedService, drawLatency } from './virtual-service-rate-limits.ts'
import { createUniformRandom } from './random-distributions.ts'
import { createVirtualTime } from './virtual-time.ts'

/** A database that rejects every access after the kill. */
function createKillableDatabase(database: Database): { database: Database; kill: () => void } {
  let isDead = false
  const guard =
    <Args extends unknown[], T>(work: (...args: Args) => T) =>
    (...args: Args): T => {
      if (isDead) throw new Error('killed')
      return work(...args)
    }
  const { run, get, all, transaction } = database
  return {
    database: {
      ...database,
      run: guard(run),
      get: guard(get) as Database['get'],
      all: guard(all) as Database['all'],
      transaction: guard(transaction) as Database['transaction'],
    },
    kill: () => {
      isDead = true
    },
  }
}

/**
 * Kills a bulk run at a random moment, sets the wall clock, and starts again. Returns the number of refused calls, and
 * how many of the sixty calls of the first minute after the restart were not used.
 */
export async function killAndRestartBulkRun(seed: number): Promise<{ refused: number; unused: number }> {
  const random = createUniformRandom(seed)
  const startsAt = Date.UTC(2026, 10, 20, 3, 0, 0) + Math.floor(random() * 10 * minuteMs)
  const time = createVirtualTime(startsAt)
  const folder = mkdtempSync(join(tmpdir(), 'banto-bench-kill-'))
  const database = openDatabase(join(folder, 'banto.db'))
  try {
    const settings = {
      window: seed % 2 === 0 ? 'sliding' : 'fixed',
      countsRefused: seed % 3 === 0,
      foreignPerMinute: 0,
    } as const
    const oracle = createVirtualRateLimitedService(time, startsAt, settings, random)
    const arrivals: number[] = []
    let life = 0

    function start(connection: Database): void {
      const limiter = createBantoLimiter((clock) => createRateLedgerStore(connection, clock))(time.clock)
      life += 1
      const mine = life
      for (let index = 0; index < 400; index += 1) {
        void limiter.run('a', 'bulk', async () => {
          if (mine !== life) return new Promise(() => undefined)
          const trip = drawLatency(random)
          time.after(trip.upMs, () => arrivals.push(time.clock.monotonic()))
          const reply = await oracle.send('a', trip)
          return mine === life ? reply : new Promise(() => undefined)
        })
      }
    }

    const first = createKillableDatabase(database)
    start(first.database)
    await time.until(time.clock.sleep(1_000 + random() * 3 * minuteMs))
    first.kill()
    life += 1
    time.jumpWall((seed % 4 === 0 ? 20 * 365 * 24 : 2) * (random() - 0.5) * 3_600_000)
    await time.until(time.clock.sleep(random() * 3_000))
    const restartedAt = time.clock.monotonic()
    start(database)
    // Calls in flight at the kill are released one minute after the start, plus a moment.
    await time.until(time.clock.sleep(minuteMs + 900))
    const used = arrivals.filter((at) => at >= restartedAt).length
    return { refused: oracle.refused, unused: Math.max(0, 60 - used) }
  } finally {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
