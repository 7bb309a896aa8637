import type { Database } from './database.ts'

/** Functions that only read the database. Their inputs and results can be copied to another thread. */
export type ReadOnlyQueries = Record<string, (database: Database, ...inputs: never[]) => unknown>

/**
 * The queries without their parameter `database`, for a caller without a connection. They may run in another thread.
 */
export type BoundReadOnlyQueries<Queries extends ReadOnlyQueries> = {
  [Name in keyof Queries]: Queries[Name] extends (database: Database, ...inputs: infer Inputs) => infer Result
    ? (...inputs: Inputs) => Promise<Awaited<Result>>
    : never
}

/** Runs each query by `run`. */
export function bindReadOnlyQueries<Queries extends ReadOnlyQueries>(
  queries: Queries,
  run: (name: keyof Queries & string, inputs: unknown[]) => Promise<unknown>,
): BoundReadOnlyQueries<Queries> {
  return Object.fromEntries(
    Object.keys(queries).map((name) => [name, (...inputs: unknown[]) => run(name, inputs)]),
  ) as BoundReadOnlyQueries<Queries>
}

/** Runs each query at once on this connection. */
export function bindReadOnlyQueriesToConnection<Queries extends ReadOnlyQueries>(
  database: Database,
  queries: Queries,
): BoundReadOnlyQueries<Queries> {
  return bindReadOnlyQueries(queries, async (name, inputs) => queries[name]?.(database, ...(inputs as never[])))
}
