import process from 'node:process'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { rateLimits } from '#shared/api/service-limits.ts'
import { minuteMs } from '#shared/durations.ts'
import { findScriptUrl, type ScriptForProcessOrThread } from '#test/find-script-for-process-or-thread.ts'

const { concurrent } = rateLimits.domain

/**
 * Number of calls of the first run. These calls leave the minute far from full. Later runs would exceed the minute if
 * each run started with an empty rate ledger.
 */
const firstLife = 40
const laterLives = 6
const settleMs = 1_200

/**
 * The largest number of these times within one minute. The total is not compared with the limit, because on a slow
 * machine all lives of the process together may take longer than a minute.
 */
export function countInBusiestMinute(times: readonly number[]): number {
  return Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + minuteMs).length))
}

/** Starts a script that makes many calls and prints a line when it has. The script ends with the test at the latest. */
export function startChild(script: ScriptForProcessOrThread, args: string[]): ChildProcess {
  const child = spawn(process.execPath, [fileURLToPath(findScriptUrl(script)), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

export async function waitUntilReady(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('It ended before it was ready')))
  ended.catch(() => undefined)
  if (child.stdout) await Promise.race([once(child.stdout, 'data'), ended])
}

export async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/**
 * Runs the script repeatedly on one profile. Each run is killed as soon as its first calls have arrived, before it can
 * learn from a response.
 */
export async function killRepeatedly(start: () => ChildProcess, calls: () => number): Promise<void> {
  for (let life = 0; life <= laterLives; life += 1) {
    const child = start()
    const enough = life === 0 ? firstLife : calls() + concurrent
    await waitUntilReady(child)
    const until = performance.now() + settleMs
    while (calls() < enough && (life === 0 || performance.now() < until)) await sleep(2)
    await kill(child)
  }
}
