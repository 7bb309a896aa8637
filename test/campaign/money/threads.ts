import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { addTally, emptyTally, type Subject, type Tally } from './histories.ts'

export interface Portion {
  subject: Subject
  from: number
  count: number
}

const portionSize = 500

/** Plays `count` histories of the seeds from `from` on over all cores; ends early at `deadline` (epoch milliseconds), or soon after the first that fails. */
export async function playOnAllCores(subject: Subject, from: number, count: number, { deadline = Infinity, stopsAtFailure = false, onProgress = (_: Tally) => undefined as void } = {}): Promise<Tally> {
  const sum = emptyTally()
  let next = from
  const isOver = () => next >= from + count || Date.now() > deadline || (stopsAtFailure && sum.violations > 0)
  const work = async () => {
    if (isOver()) return
    const worker = new Worker(new URL('./thread.ts', import.meta.url))
    let answer = Promise.withResolvers<Tally>()
    worker.on('message', (tally: Tally) => answer.resolve(tally))
    worker.on('error', (error) => answer.reject(error))
    try {
      while (!isOver()) {
        const portion: Portion = { subject, from: next, count: Math.min(portionSize, from + count - next) }
        next += portion.count
        answer = Promise.withResolvers<Tally>()
        worker.postMessage(portion)
        addTally(sum, await answer.promise)
        onProgress(sum)
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), Math.ceil(count / portionSize)) }, work))
  return sum
}
