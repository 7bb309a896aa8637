import { spawn, type ChildProcess } from 'node:child_process'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { ParentMessage, ChildMessage } from './order-runs-child-process.ts'

/** A started process that waits for messages. */
export interface BantoProcess {
  send(message: ParentMessage): void
  /** Number of messages sent to it. */
  sentCount(): number
  /** Resolves with the next message for which `matches` is true. Rejects when the process ends earlier. */
  waitForMessage<T extends ChildMessage['type']>(
    type: T,
    matches?: (message: Extract<ChildMessage, { type: T }>) => boolean,
  ): Promise<Extract<ChildMessage, { type: T }>>
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>
}

export function spawnBanto(script: string): BantoProcess {
  const child: ChildProcess = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const listeners = new Set<(message: ChildMessage) => void>()
  const known: ChildMessage[] = []
  let sentCount = 0
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    const message = JSON.parse(line) as ChildMessage
    if (message.type !== 'status') known.push(message)
    for (const listen of listeners) listen(message)
  })
  // Data written to a killed process is lost, as intended.
  child.stdin?.on('error', () => undefined)
  return {
    send(message) {
      sentCount += 1
      child.stdin?.write(`${JSON.stringify(message)}\n`)
    },
    sentCount: () => sentCount,
    waitForMessage: (type, matches = () => true) =>
      new Promise((resolve, reject) => {
        const isMeant = (one: ChildMessage) => one.type === type && matches(one as never)
        const before = known.find(isMeant)
        if (before) return resolve(before as never)
        const listen = (one: ChildMessage) => {
          if (!isMeant(one)) return
          listeners.delete(listen)
          resolve(one as never)
        }
        listeners.add(listen)
        void ended.then(() => reject(new Error(`The process ended before it sent ${type}`)))
      }),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Keeps started processes ready, so that taking one needs no wait. */
export function createProcessPool(script: string, count: number): { take(): BantoProcess; close(): Promise<void> } {
  const ready = Array.from({ length: count }, () => spawnBanto(script))
  return {
    take() {
      ready.push(spawnBanto(script))
      return ready.shift() as BantoProcess
    },
    async close() {
      await Promise.all(ready.map((banto) => banto.kill()))
    },
  }
}
