import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'

/** Epoch milliseconds. */
export const epochMsSchema = z.number()
/** `YYYY-MM-DD`; the form is not checked. */
export const isoDateTextSchema = z.string()
export const idSchema = z.string().min(1).max(64)
export const nullSchema = z.null()
/** Whole yen, tax included. */
export const yenSchema = z.number().int()
/** The accounts that a command applies to; null means all. */
export const accountIdsSchema = z.array(idSchema).nullable().default(null)

/** Data that was read from the service, the time, and the error of the last attempt if it failed. */
export function createCachedSchema<T extends z.ZodType>(data: T) {
  return z.object({
    /** Null when the data was never read. */
    data: data.nullable(),
    /** When `data` was read. */
    readAt: epochMsSchema.nullable(),
    /** Why the newest attempt to read failed; null when it succeeded. */
    error: wireErrorSchema.nullable(),
    errorAt: epochMsSchema.nullable(),
  })
}
export type Cached<T> = {
  data: T | null
  readAt: number | null
  error: z.infer<typeof wireErrorSchema> | null
  errorAt: number | null
}

/** One page of a list: `rows` starts at `offset`; `total` is the length of the list. */
export function createPageSchema<T extends z.ZodType>(row: T) {
  return z.object({ rows: z.array(row), total: z.number().int(), offset: z.number().int() })
}
export type PageOf<T> = { rows: T[]; total: number; offset: number; listId?: number }

/**
 * One page of a list that main keeps as the IDs of its rows. Order and total do not change after the first page; the
 * values of the rows are current. Pages that are requested with `listId` are slices of that list.
 */
export function createStableListPageSchema<T extends z.ZodType>(row: T) {
  return createPageSchema(row).extend({ listId: z.number().int() })
}
export type StableListPage<T> = PageOf<T> & { listId: number }

export const pagingFields = {
  offset: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(500).default(100),
}

export const stableListPagingFields = {
  ...pagingFields,
  /** The list of an earlier page. Main makes a new list if it is null, or no longer kept. */
  listId: z.number().int().nullable().default(null),
}
