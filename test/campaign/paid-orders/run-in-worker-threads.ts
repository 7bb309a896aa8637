import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { findScriptUrl } from '#test/find-script-for-process-or-thread.ts'
import type { WorkerTasks } from './worker-thread.ts'

type Of<P extends keyof WorkerTasks> = Parameters<WorkerTasks[P]>[0]
type Played<P extends keyof WorkerTasks> = Awaited<ReturnType<WorkerTasks[P]>>

/**
 * Runs a task for each of `given` in worker threads, one per core. `take` is called with each result. The first error
 * ends all tasks, and its message names the task.
 */
export async function runInWorkerThreads<P extends keyof WorkerTasks>(
  play: P,
  given: readonly Of<P>[],
  take: (answer: Played<P>) => void,
): Promise<void> {
  let next = 0
  const work = async () => {
    const worker = new Worker(findScriptUrl('test/campaign/paid-orders/worker-thread.ts'))
    let answer = Promise.withResolvers<Played<P>>()
    worker.on('message', (played: Played<P>) => answer.resolve(played))
    worker.on('error', (error) => answer.reject(error))
    try {
      while (next < given.length) {
        const one = given[next++] as Of<P>
        answer = Promise.withResolvers()
        worker.postMessage({ play, one })
        take(
          await answer.promise.catch((cause: unknown) => {
            next = given.length
            throw new Error(`${play} ${JSON.stringify(one)} threw`, { cause })
          }),
        )
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), given.length) }, work))
}
