import { parentPort, workerData } from 'node:worker_threads'
import { openReadOnlyDatabase } from '#main/store/database.ts'
import type { ReadOnlyQueries } from '#main/store/bind-read-only-queries.ts'
import { allQueriesForQueryThread } from './all-queries-for-query-thread.ts'

/** The code of the query thread (ADR 32). `workerData`: the path of the database. */
export interface QueryThreadRequest {
  id: number
  name: string
  inputs: unknown[]
}

export interface QueryThreadAnswer {
  id: number
  /** Null if the query failed. */
  result: { value: unknown } | null
}

const database = openReadOnlyDatabase(workerData as string)
const queries: ReadOnlyQueries = allQueriesForQueryThread

async function answer({ id, name, inputs }: QueryThreadRequest): Promise<QueryThreadAnswer> {
  try {
    return { id, result: { value: await queries[name]?.(database, ...(inputs as never[])) } }
  } catch {
    return { id, result: null }
  }
}

parentPort?.on('message', (request: QueryThreadRequest) => {
  void answer(request).then((message) => parentPort?.postMessage(message))
})
