import { wireErrorSchema, type WireError } from '#shared/app-error.ts'

/** Parses a stored error. Null if there is none, or if this version does not know it. */
export function parseStoredError(text: string | null): WireError | null {
  return text === null ? null : (wireErrorSchema.safeParse(parseJsonOrNull(text)).data ?? null)
}

/** Returns null if the text is not JSON. */
export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * SQL: the JSON of the column, or null when SQLite cannot parse it. `json_extract` of invalid JSON would fail the whole
 * query.
 */
export const validJsonOrNullSql = (column: string) => `case when json_valid(${column}) then ${column} end`
