import { responseLimits } from '#shared/api/response-limits.ts'
import { AppError, toWireError, type WireError } from '#shared/app-error.ts'
import type { Cached } from '#shared/ipc/common-schemas.ts'
import type { Database } from '#main/store/database.ts'
import { createJsonLimitScanner } from '#main/json-limit-scanner.ts'
import { parseStoredError } from '#main/store/parse-stored-json.ts'

export type ResourceKind = 'domain' | 'server'

interface DetailRow {
  data: string | null
  read_at: number | null
  error: string | null
  error_at: number | null
}

const upsertDetailSql = `insert into facet (account_id, thing, name, facet, data, read_at) values (?, ?, ?, ?, ?, ?)
  on conflict (account_id, thing, name, facet) do update set data = excluded.data, read_at = excluded.read_at, error = null, error_at = null`

const upsertErrorSql = `insert into facet (account_id, thing, name, facet, error, error_at) values (?, ?, ?, ?, ?, ?)
  on conflict (account_id, thing, name, facet) do update set error = excluded.error, error_at = excluded.error_at`

/**
 * Stores one detail of a domain or server and clears the error of an earlier attempt. `data`: JSON; null for a zone,
 * whose records have their own table.
 */
export function saveDetail(
  database: Database,
  accountId: string,
  resourceKind: ResourceKind,
  name: string,
  detailKind: string,
  data: unknown,
  readAt: number,
): void {
  database.run(
    upsertDetailSql,
    accountId,
    resourceKind,
    name,
    detailKind,
    data === null ? null : JSON.stringify(data),
    readAt,
  )
}

/** Stores why the newest attempt failed. Data of an earlier reading is kept. */
export function saveDetailError(
  database: Database,
  accountId: string,
  resourceKind: ResourceKind,
  name: string,
  detailKind: string,
  error: WireError,
  at: number,
): void {
  database.run(upsertErrorSql, accountId, resourceKind, name, detailKind, JSON.stringify(error), at)
}

export function getDetail<T>(
  database: Database,
  accountId: string,
  resourceKind: ResourceKind,
  name: string,
  detailKind: string,
): Cached<T> {
  const row = database.get<DetailRow>(
    'select data, read_at, error, error_at from facet where account_id = ? and thing = ? and name = ? and facet = ?',
    accountId,
    resourceKind,
    name,
    detailKind,
  )
  const readState = {
    readAt: row?.read_at ?? null,
    error: parseStoredError(row?.error ?? null),
    errorAt: row?.error_at ?? null,
  }
  if (!row?.data) return { data: null, ...readState }
  if (isWithinAnswerLimits(row.data)) return { data: JSON.parse(row.data) as T, ...readState }
  const error = toWireError(
    new AppError('unreadable_row', `What is stored of the ${resourceKind} ${name} cannot be read`),
  )
  return { data: null, readAt: null, error, errorAt: row.error_at ?? row.read_at }
}

/**
 * Returns whether the JSON is within the size and depth limits of an answer. Earlier versions stored larger JSON, which
 * SQLite and the window cannot read.
 */
function isWithinAnswerLimits(text: string): boolean {
  const scanner = createJsonLimitScanner(responseLimits.list)
  return scanner.scan(new TextEncoder().encode(text)) === 'ok' && scanner.isWhole()
}
