import type { SqlParam } from './database.ts'

/** A part of a statement in SQL with its parameters. */
export interface SqlWithParams {
  sql: string
  params: SqlParam[]
}
