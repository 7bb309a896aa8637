import { Worker } from 'node:worker_threads'
import { AppError } from '#shared/app-error.ts'
import type { Database } from '#main/store/database.ts'
import {
  bindReadOnlyQueries,
  bindReadOnlyQueriesToConnection,
  type BoundReadOnlyQueries,
} from '#main/store/bind-read-only-queries.ts'
import type { QueryThreadAnswer, QueryThreadRequest } from './query-worker.ts'
import { allQueriesForQueryThread } from './all-queries-for-query-thread.ts'

export interface QueryThread {
  queries: BoundReadOnlyQueries<typeof allQueriesForQueryThread>
  /** Starts the thread before the first query needs it. */
  start(): void
  close(): Promise<void>
}

interface WaitingQuery {
  request: QueryThreadRequest
  answer: PromiseWithResolvers<unknown>
}

/** A thread that fails this often is not started again. */
const maxFailures = 3

/**
 * Runs queries in a thread with a connection of its own, so that the main process stays responsive (ADR 32). A query
 * sees everything that was committed before it was called. A query that fails in the thread runs again on `database`,
 * which throws the error to the caller and reports damage. If the thread itself fails, its queries run there too.
 */
export function createQueryThread({
  database,
  workerUrl,
}: {
  database: Database
  /** The file of `query-worker.ts`, as source or as bundle. */
  workerUrl: URL
}): QueryThread {
  const waiting = new Map<number, WaitingQuery>()
  const onMainConnection = bindReadOnlyQueriesToConnection(database, allQueriesForQueryThread) as Record<
    string,
    (...inputs: unknown[]) => unknown
  >
  let worker: Worker | null = null
  let failures = 0
  let lastId = 0
  let isClosed = false

  function start(): Worker | null {
    if (worker !== null || isClosed || failures >= maxFailures) return worker
    const started = new Worker(workerUrl, { execArgv: [], env: {}, workerData: database.path })
    started.unref()
    started.on('message', ({ id, result }: QueryThreadAnswer) => {
      const found = waiting.get(id)
      waiting.delete(id)
      if (result) found?.answer.resolve(result.value)
      else if (found) runOnMain(found)
    })
    started.on('error', (error) => fail(started, error))
    started.on('exit', () => fail(started, new Error('The query thread has ended')))
    return (worker = started)
  }

  function fail(failed: Worker, error: Error): void {
    if (worker !== failed) return
    worker = null
    failures += 1
    console.error('query thread:', error.message)
    const left = [...waiting.values()]
    waiting.clear()
    left.forEach(runOnMain)
  }

  function runOnMain({ request, answer }: WaitingQuery): void {
    answer.resolve(onMainConnection[request.name]?.(...request.inputs))
  }

  async function run(name: string, inputs: unknown[]): Promise<unknown> {
    if (isClosed) throw new AppError('cancelled', 'The app is closing')
    const thread = start()
    if (thread === null) return onMainConnection[name]?.(...inputs)
    const request = { id: (lastId += 1), name, inputs }
    const answer = Promise.withResolvers<unknown>()
    waiting.set(request.id, { request, answer })
    thread.postMessage(request)
    return answer.promise
  }

  return {
    queries: bindReadOnlyQueries(allQueriesForQueryThread, run),
    start: () => void start(),
    async close() {
      isClosed = true
      const ended = worker
      worker = null
      for (const { answer } of waiting.values()) answer.reject(new AppError('cancelled', 'The app is closing'))
      waiting.clear()
      await ended?.terminate()
    },
  }
}
