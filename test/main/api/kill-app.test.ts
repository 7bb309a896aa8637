import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { endpointOf, type EndpointName } from '#shared/api/catalog.ts'
import { limits } from '#shared/api/limits.ts'
import { simulate, temporaryFolder } from './rig.ts'

const { perMinute, concurrent } = limits.domain
/**
 * At how many calls of its account each process is killed; another goes on then. The last kill leaves less of the minute than a process that
 * knows of nothing sends at once.
 */
const killedAt = { first: [9, perMinute - concurrent + 2], second: [31, perMinute - concurrent + 1] }
type Owner = keyof typeof killedAt

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

describe('two apps killed and started again, each with a profile and an account of its own', () => {
  it('are never refused, and use the minute', { timeout: 60_000 }, async () => {
    const owners = Object.keys(killedAt) as Owner[]
    const simulator = await simulate({ users: owners.map((name) => ({ name, keys: [{ token: `key-of-the-${name}-account` }] })) })
    // As over a real line: nobody learns from the first answer before the fifth call has left.
    simulator.faults.add({ fault: { kind: 'delay', ms: 100 } })
    const callsOf = (owner: Owner) =>
      simulator.ledger.requests.filter(({ userName, endpoint }) => userName === owner && endpoint !== null && endpointOf(endpoint as EndpointName).limit === 'domain')

    const live = async (owner: Owner) => {
      const args = [simulator.url, temporaryFolder(), `Banto test ${randomUUID()}`, `key-of-the-${owner}-account`]
      const start = () => {
        const child = spawn(process.execPath, [join(import.meta.dirname, 'kill-app-child.ts'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
        onTestFinished(() => void child.kill('SIGKILL'))
        return child
      }
      const reached = async (child: ChildProcess, calls: number) => {
        while (callsOf(owner).length < calls) {
          if (child.exitCode !== null) throw new Error(`The app of the ${owner} account ended by itself`)
          await sleep(2)
        }
      }
      for (const calls of killedAt[owner]) {
        const child = start()
        await reached(child, calls)
        await end(child)
      }
      const last = start()
      await new Promise((resolve) => last.stdout.once('data', resolve))
      // Long enough for a call too many to arrive.
      await sleep(2_000)
      await end(last)
    }
    await Promise.all(owners.map(live))

    const statuses = simulator.ledger.requests.map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toEqual([])
    for (const owner of owners) {
      const calls = callsOf(owner)
      expect(calls.at(-1)!.at - calls[0]!.at).toBeLessThan(60_000)
      expect(calls.length).toBeLessThanOrEqual(perMinute)
    }
  })
})
