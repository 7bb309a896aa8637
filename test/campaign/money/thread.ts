import { parentPort } from 'node:worker_threads'
import { crashAlong } from './crash-line.ts'
import { playHistories } from './histories.ts'

const plays = { crashAlong, playHistories }
export type Plays = typeof plays

// Most errors here are wanted, and nobody reads where they were made.
Error.stackTraceLimit = 0

parentPort?.on('message', ({ play, one }: { play: keyof Plays; one: never }) => {
  plays[play](one).then(
    (played) => parentPort?.postMessage(played),
    (error: unknown) => {
      throw error
    },
  )
})
