import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBooksStore } from '#main/api/books-store.ts'
import { openDatabase } from '#main/store/database.ts'
import { figure, type Figure } from '../figures.ts'
import { ours, peers, type CreateLimiter } from './limiters.ts'
import { one, runAll, say } from './measure.ts'
import type { Course, Scenario } from './scenario.ts'
import type { Keep } from './tally.ts'

const many = { accounts: 50, calls: 1_000 } satisfies Partial<Scenario>
const passThrough: CreateLimiter = () => ({ keepsRetryAfter: false, run: (_account, _kind, send) => send(), close: () => undefined })

async function cpuOf(limiter: CreateLimiter, scenario: Partial<Scenario>): Promise<{ course: Course; msPerCall: number }> {
  const before = process.cpuUsage()
  const [course] = (await runAll(limiter, scenario, [1])) as [Course]
  const { user, system } = process.cpuUsage(before)
  return { course, msPerCall: (user + system) / 1000 / course.sent }
}

export async function benchAccounts(keep: Keep): Promise<Figure[]> {
  say('50 accounts')
  const folder = mkdtempSync(join(tmpdir(), 'banto-bench-schedule-'))
  const database = openDatabase(join(folder, 'banto.db'))
  try {
    const [alone] = keep(await runAll(ours(), {}, [1])) as [Course]
    const rounds = []
    for (let round = 0; round < 3; round += 1) {
      // The clockwork of the bench itself costs time, too: the same calls without any limiter, at a service without limits.
      const bare = await cpuOf(passThrough, { ...many, isUnlimited: true })
      const inMemory = await cpuOf(ours(), many)
      // Nothing is left of the round before: the day of each account is its own.
      database.run('delete from departure')
      const onDisk = await cpuOf(ours((clock) => createBooksStore(database, clock)), many)
      rounds.push({ bare: bare.msPerCall, inMemory: inMemory.msPerCall - bare.msPerCall, onDisk: onDisk.msPerCall - bare.msPerCall, course: onDisk.course })
      keep([inMemory.course, onDisk.course])
    }
    const [{ bare, course }] = rounds as [(typeof rounds)[number]]
    const peer = await cpuOf(peers['bottleneck minTime'] as CreateLimiter, many)
    const { rates } = course
    const sum = rates.reduce((all, rate) => all + rate, 0)
    const squares = rates.reduce((all, rate) => all + rate * rate, 0)
    return [
      one('50 accounts × 1,000 calls / one account alone', course.totalMs / alone.totalMs, '×', { goal: 1.01 }),
      one('unfairness between them (1 − Jain index)', 1 - (sum * sum) / (rates.length * squares), '', { goal: 0.001 }),
      {
        ...figure('CPU of a call, books on disk', rounds.map(({ onDisk }) => onDisk), 'ms', 0.05),
        why: 'Most of it is the row that is written before each call leaves; it differs with the machine and with what else runs on it.',
      },
      figure('CPU of a call, books in memory', rounds.map(({ inMemory }) => inMemory), 'ms'),
      one('CPU of a call, bottleneck minTime', peer.msPerCall - bare, 'ms'),
    ]
  } finally {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
