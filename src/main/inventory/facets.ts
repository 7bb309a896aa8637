import { answerLimits } from '#shared/api/limits.ts'
import { AppError, toWireError, type WireError } from '#shared/errors.ts'
import type { ReadOf } from '#shared/ipc/scalars.ts'
import type { Database } from '../store/database.ts'
import { createJsonScanner } from '../api/json-scanner.ts'
import { parseWireError } from '../store/stored-error.ts'

export type Thing = 'domain' | 'server'
export const serverFacets = ['info', 'usage'] as const
export type ServerFacet = (typeof serverFacets)[number]

interface FacetRow {
  data: string | null
  read_at: number | null
  error: string | null
  error_at: number | null
}

const upsert = `insert into facet (account_id, thing, name, facet, data, read_at) values (?, ?, ?, ?, ?, ?)
  on conflict (account_id, thing, name, facet) do update set data = excluded.data, read_at = excluded.read_at, error = null, error_at = null`

const upsertError = `insert into facet (account_id, thing, name, facet, error, error_at) values (?, ?, ?, ?, ?, ?)
  on conflict (account_id, thing, name, facet) do update set error = excluded.error, error_at = excluded.error_at`

/** One part of a thing, read at an instant. Clears what an earlier try said. `data` is JSON; null for a zone, whose rows are elsewhere. */
export function putFacet(database: Database, accountId: string, thing: Thing, name: string, facet: string, data: unknown, readAt: number): void {
  database.run(upsert, accountId, thing, name, facet, data === null ? null : JSON.stringify(data), readAt)
}

/** Why the newest try failed; what was read before stays. */
export function putFacetError(database: Database, accountId: string, thing: Thing, name: string, facet: string, error: WireError, at: number): void {
  database.run(upsertError, accountId, thing, name, facet, JSON.stringify(error), at)
}

export function takeFacet<T>(database: Database, accountId: string, thing: Thing, name: string, facet: string): ReadOf<T> {
  const row = database.get<FacetRow>(
    'select data, read_at, error, error_at from facet where account_id = ? and thing = ? and name = ? and facet = ?',
    accountId,
    thing,
    name,
    facet,
  )
  const told = { readAt: row?.read_at ?? null, error: parseWireError(row?.error ?? null), errorAt: row?.error_at ?? null }
  if (!row?.data) return { data: null, ...told }
  if (isReadable(row.data)) return { data: JSON.parse(row.data) as T, ...told }
  const error = toWireError(new AppError('unreadable_row', `What is stored of the ${thing} ${name} cannot be read`))
  return { data: null, readAt: null, error, errorAt: row.error_at ?? row.read_at }
}

/** JSON that is no larger or deeper than what is taken from the service: an earlier version took more, and SQLite and the window do not read everything. */
function isReadable(text: string): boolean {
  const scanner = createJsonScanner(answerLimits.list)
  return scanner.scan(new TextEncoder().encode(text)) === 'ok' && scanner.isWhole()
}

/** SQL: the JSON in the column, or null where there is none that SQLite can read: `json_extract` of that would end the whole query. */
export const readableJson = (column: string) => `case when json_valid(${column}) then ${column} end`
