import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { limits } from '#shared/api/limits.ts'
import { secret, simulate, temporaryFolder } from './rig.ts'

const { perMinute, concurrent } = limits.domain

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve))
}

describe('processes killed and started again', () => {
  it('never exceed the limits, and use what is left of the minute', async () => {
    const simulator = await simulate()
    const databasePath = join(temporaryFolder(), 'banto.db')
    const statuses = () => simulator.ledger.requests.map(({ status }) => status)
    const start = () => {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'kill-child.ts'), simulator.url, databasePath, secret], { stdio: ['ignore', 'pipe', 'inherit'] })
      onTestFinished(() => void child.kill('SIGKILL'))
      return child
    }
    const reached = async (calls: number) => {
      while (statuses().length < calls) await sleep(5)
    }

    // The last kill leaves less of the minute than a process that knows of nothing sends at once.
    for (const calls of [7, 23, perMinute - concurrent + 1]) {
      const child = start()
      await reached(calls)
      child.kill('SIGKILL')
      await ended(child)
    }
    const last = start()
    // Long enough for a call too many to arrive.
    await sleep(2_000)
    last.kill('SIGKILL')
    await ended(last)

    expect(statuses().filter((status) => status === 429)).toEqual([])
    // Written before they leave: a call that was killed on its way there counts, too.
    expect(statuses().length).toBeGreaterThan(perMinute - concurrent)
    expect(statuses().length).toBeLessThanOrEqual(perMinute)
  })
})
