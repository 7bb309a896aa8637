import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { defineCommand } from './define-command.ts'
import { accountIdsSchema, idSchema, epochMsSchema, nullSchema, pageSchema, pagingFields } from './common-schemas.ts'

/** The execution logs of the service, and the requests of the app itself. */
export const logTabs = ['execution', 'requests'] as const

export const executionLogRowSchema = z.object({
  accountId: idSchema,
  keyId: idSchema,
  at: epochMsSchema,
  method: z.string(),
  path: z.string(),
  statusCode: z.number().int(),
  responseTimeMs: z.number().int().nullable(),
  ipAddress: z.string().nullable(),
})
export type ExecutionLogRow = z.infer<typeof executionLogRowSchema>

export const logFilterSchema = z.object({
  accountIds: accountIdsSchema,
  keyIds: z.array(idSchema).nullable().default(null),
  from: epochMsSchema.nullable().default(null),
  to: epochMsSchema.nullable().default(null),
  statusClass: z.enum(['success', 'error']).nullable().default(null),
  statusCode: z.number().int().nullable().default(null),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).nullable().default(null),
})
export type LogFilter = z.infer<typeof logFilterSchema>

/** How far back the log of one key was fetched for a filter. */
export const logFetchStateSchema = z.object({
  accountId: idSchema,
  keyId: idSchema,
  /** The service's cursor for the next older page; null when there is none. */
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
  /** All matching entries at or after this time are stored; null when no entry matched. */
  completeFrom: epochMsSchema.nullable(),
  /** When the newest page was read. Older pages that are read later do not change it. */
  readAt: epochMsSchema.nullable(),
  error: wireErrorSchema.nullable(),
})
export type LogFetchState = z.infer<typeof logFetchStateSchema>

/** A time that was not read. `to` is excluded. */
export const logGapSchema = z.object({
  from: epochMsSchema,
  to: epochMsSchema,
  /** The service no longer keeps the entries. Otherwise they are still to be read. */
  isLost: z.boolean(),
})
export type LogGap = z.infer<typeof logGapSchema>

/** What the archive holds of the log of one key. */
export const keyArchiveSchema = z.object({
  accountId: idSchema,
  keyId: idSchema,
  /** From here to `completeTo`, every entry is stored, except in the gaps; null before the first reading. */
  completeFrom: epochMsSchema.nullable(),
  completeTo: epochMsSchema.nullable(),
  /** The oldest first. A gap before `completeFrom` is still to be read. */
  gaps: z.array(logGapSchema),
  readAt: epochMsSchema.nullable(),
  /** Why the last attempt did not read everything. */
  error: wireErrorSchema.nullable(),
  errorAt: epochMsSchema.nullable(),
  isReading: z.boolean(),
})
export type KeyArchive = z.infer<typeof keyArchiveSchema>

/** When the log of a key was last read completely: every POST that the service keeps, up to that time. */
export const logLastCompleteReadSchema = z.object({ keyId: idSchema, readAt: epochMsSchema })
export type LogLastCompleteRead = z.infer<typeof logLastCompleteReadSchema>

export const requestLogRowSchema = z.object({
  id: z.number().int(),
  accountId: idSchema.nullable(),
  keyId: idSchema.nullable(),
  endpoint: z.string(),
  method: z.string(),
  path: z.string(),
  at: epochMsSchema,
  /** The HTTP status; null without a response. */
  status: z.number().int().nullable(),
  durationMs: z.number().int(),
  attempt: z.number().int(),
  errorKind: z.string().nullable(),
  code: z.string().nullable(),
})
export type RequestLogRow = z.infer<typeof requestLogRowSchema>

export const logCommands = {
  /** Stored execution-log entries of all keys, merged, newest first. */
  page: defineCommand(
    z.object({ filter: logFilterSchema.prefault({}), ...pagingFields }),
    pageSchema(executionLogRowSchema),
  ),
  /**
   * Fetches one page per key from the service and stores it. `fetchStates` null: the newest page of each key. Otherwise:
   * the result of the previous call; the next older page is fetched of each key with `hasMore`. A key that fails has
   * `error` set in its own entry.
   */
  fetch: defineCommand(
    z.object({
      filter: logFilterSchema.prefault({}),
      fetchStates: z.array(logFetchStateSchema).nullable().default(null),
      limit: z.number().int().min(1).max(500).default(100),
    }),
    z.array(logFetchStateSchema),
  ),
  /** What the archive holds of each key of these accounts. */
  archive: defineCommand(z.object({ accountIds: accountIdsSchema }), z.array(keyArchiveSchema)),
  /** Reads now what is missing of the logs of these accounts. Ends when everything was tried; errors are those of the keys. */
  refreshArchive: defineCommand(z.object({ accountIds: accountIdsSchema }), nullSchema),
  /** The keys whose log was read completely at least once. */
  readTimes: defineCommand(nullSchema, z.array(logLastCompleteReadSchema)),
  /** The requests that this app sent, newest first. */
  requests: defineCommand(
    z.object({ accountIds: accountIdsSchema, onlyFailed: z.boolean().default(false), ...pagingFields }),
    pageSchema(requestLogRowSchema),
  ),
}
