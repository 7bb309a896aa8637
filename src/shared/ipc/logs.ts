import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { defineCommand } from './define-command.ts'
import { accountIds, id, instant, none, pageSchema, pagingFields } from './common-schemas.ts'

export const logRowSchema = z.object({
  accountId: id,
  keyId: id,
  at: instant,
  method: z.string(),
  path: z.string(),
  statusCode: z.number().int(),
  responseTimeMs: z.number().int().nullable(),
  ipAddress: z.string().nullable(),
})
export type LogRow = z.infer<typeof logRowSchema>

export const logFilterSchema = z.object({
  accountIds,
  keyIds: z.array(id).nullable().default(null),
  from: instant.nullable().default(null),
  to: instant.nullable().default(null),
  statusClass: z.enum(['success', 'error']).nullable().default(null),
  statusCode: z.number().int().nullable().default(null),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).nullable().default(null),
})
export type LogFilter = z.infer<typeof logFilterSchema>

/** How far the log of one key was read for a filter. */
export const logFetchStateSchema = z.object({
  accountId: id,
  keyId: id,
  /** The service's cursor for the next older page; null when there is none. */
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
  /** Everything from here on is stored; null when nothing matched. */
  completeFrom: instant.nullable(),
  /** When its newest page was read: what was logged later is not known, however many older pages were read since. */
  readAt: instant.nullable(),
  error: wireErrorSchema.nullable(),
})
export type LogFetchState = z.infer<typeof logFetchStateSchema>

/** When the newest of a key's log was last read, of a key of which every POST that the service keeps was read. */
export const logLastReadSchema = z.object({ keyId: id, readAt: instant })
export type LogLastRead = z.infer<typeof logLastReadSchema>

export const requestRowSchema = z.object({
  id: z.number().int(),
  accountId: id.nullable(),
  keyId: id.nullable(),
  endpoint: z.string(),
  method: z.string(),
  path: z.string(),
  at: instant,
  /** Null when no answer came. */
  status: z.number().int().nullable(),
  durationMs: z.number().int(),
  attempt: z.number().int(),
  errorKind: z.string().nullable(),
  code: z.string().nullable(),
})
export type RequestRow = z.infer<typeof requestRowSchema>

export const logCommands = {
  /** Stored execution-log entries of all keys, merged, newest first. */
  page: defineCommand(z.object({ filter: logFilterSchema.prefault({}), ...pagingFields }), pageSchema(logRowSchema)),
  /**
   * Reads one page per key from the service into the store: the newest without `reaches`, the next older with those of the
   * answer before. Keys without more are not asked. A key that fails is named in its own reach.
   */
  fetch: defineCommand(
    z.object({
      filter: logFilterSchema.prefault({}),
      reaches: z.array(logFetchStateSchema).nullable().default(null),
      limit: z.number().int().min(1).max(500).default(100),
    }),
    z.array(logFetchStateSchema),
  ),
  /** Of every key whose log was ever read. */
  readings: defineCommand(none, z.array(logLastReadSchema)),
  /** The calls that this app made, newest first. */
  requests: defineCommand(
    z.object({ accountIds, onlyFailed: z.boolean().default(false), ...pagingFields }),
    pageSchema(requestRowSchema),
  ),
}
