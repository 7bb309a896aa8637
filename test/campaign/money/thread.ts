import { parentPort } from 'node:worker_threads'
import { playHistories } from './histories.ts'
import type { Portion } from './threads.ts'

// Most errors here are wanted, and nobody reads where they were made.
Error.stackTraceLimit = 0

parentPort?.on('message', ({ subject, from, count }: Portion) => {
  playHistories(subject, from, count).then(
    (tally) => parentPort?.postMessage(tally),
    (error: unknown) => {
      throw error
    },
  )
})
