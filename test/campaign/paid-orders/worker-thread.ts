import { parentPort } from 'node:worker_threads'
import { crashAtEachPointOfPaidCall } from './crash-at-each-point-of-one-paid-call.ts'
import { playPurchaseHistories } from './play-purchase-histories.ts'

const plays = { crashAtEachPointOfPaidCall, playPurchaseHistories }
export type WorkerTasks = typeof plays

// Most errors here are intended, and nobody reads their stack traces.
Error.stackTraceLimit = 0

parentPort?.on('message', ({ play, one }: { play: keyof WorkerTasks; one: never }) => {
  plays[play](one).then(
    (played) => parentPort?.postMessage(played),
    (error: unknown) => {
      throw error
    },
  )
})
