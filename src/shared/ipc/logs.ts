import { z } from 'zod'
import { wireErrorSchema } from '../errors.ts'
import { command } from './command.ts'
import { id, instant, none, pageInput, pageOf } from './scalars.ts'

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
  accountIds: z.array(id).nullable().default(null),
  keyIds: z.array(id).nullable().default(null),
  from: instant.nullable().default(null),
  to: instant.nullable().default(null),
  statusClass: z.enum(['success', 'error']).nullable().default(null),
  statusCode: z.number().int().nullable().default(null),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).nullable().default(null),
})
export type LogFilter = z.infer<typeof logFilterSchema>

/** How far the log of one key was read for a filter. */
export const logReachSchema = z.object({
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
export type LogReach = z.infer<typeof logReachSchema>

/** When the newest of a key's log was last read, of a key of which every POST that the service keeps was read. */
export const logReadingSchema = z.object({ keyId: id, readAt: instant })
export type LogReading = z.infer<typeof logReadingSchema>

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

export const logs = {
  /** Stored execution-log entries of all keys, merged, newest first. */
  page: command(z.object({ filter: logFilterSchema.prefault({}), ...pageInput }), pageOf(logRowSchema)),
  /**
   * Reads one page per key from the service into the store: the newest without `reaches`, the next older with those of the
   * answer before. Keys without more are not asked. A key that fails is named in its own reach.
   */
  fetch: command(
    z.object({ filter: logFilterSchema.prefault({}), reaches: z.array(logReachSchema).nullable().default(null), limit: z.number().int().min(1).max(500).default(100) }),
    z.array(logReachSchema),
  ),
  /** Of every key whose log was ever read. */
  readings: command(none, z.array(logReadingSchema)),
  /** The calls that this app made, newest first. */
  requests: command(
    z.object({ accountIds: z.array(id).nullable().default(null), onlyFailed: z.boolean().default(false), ...pageInput }),
    pageOf(requestRowSchema),
  ),
}
