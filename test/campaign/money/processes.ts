import { spawn, type ChildProcess } from 'node:child_process'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { Order, Word } from './kill-child.ts'

/** A process of the paid path, loaded and waiting. */
export interface Banto {
  say(order: Order): void
  /** How much was said to it. */
  said(): number
  /** Resolves with the next word that `isIt`; rejects when the process ends before. */
  hear<W extends Word['word']>(word: W, isIt?: (said: Extract<Word, { word: W }>) => boolean): Promise<Extract<Word, { word: W }>>
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
}

export function startBanto(script: string): Banto {
  const child: ChildProcess = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const listeners = new Set<(word: Word) => void>()
  const known: Word[] = []
  let orders = 0
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    const word = JSON.parse(line) as Word
    if (word.word !== 'standing') known.push(word)
    for (const listen of listeners) listen(word)
  })
  // What is written to a process that was killed is lost, as it should be.
  child.stdin?.on('error', () => undefined)
  return {
    say(order) {
      orders += 1
      child.stdin?.write(`${JSON.stringify(order)}\n`)
    },
    said: () => orders,
    hear: (word, isIt = () => true) =>
      new Promise((resolve, reject) => {
        const isMeant = (one: Word) => one.word === word && isIt(one as never)
        const before = known.find(isMeant)
        if (before) return resolve(before as never)
        const listen = (one: Word) => {
          if (!isMeant(one)) return
          listeners.delete(listen)
          resolve(one as never)
        }
        listeners.add(listen)
        void ended.then(() => reject(new Error(`The process ended before it said ${word}`)))
      }),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Some are always loading, so that nobody waits for one. */
export function keepReady(script: string, count: number): { take(): Banto; close(): Promise<void> } {
  const ready = Array.from({ length: count }, () => startBanto(script))
  return {
    take() {
      ready.push(startBanto(script))
      return ready.shift() as Banto
    },
    async close() {
      await Promise.all(ready.map((banto) => banto.kill()))
    },
  }
}
