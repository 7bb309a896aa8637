import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { defineCommand } from './define-command.ts'
import { endpointNames, type EndpointName } from '#shared/api/endpoints.ts'
import {
  accountIdsSchema,
  isoDateTextSchema,
  idSchema,
  epochMsSchema,
  createStableListPageSchema,
  stableListPagingFields,
  nullSchema,
  createPageSchema,
  pagingFields,
} from './common-schemas.ts'

/** The tabs of the log views: the service's execution log, its statistics by day, and the app's own request log. */
export const logTabs = ['execution', 'days', 'requests'] as const
/** Whole days of Japan; `week` and `month` are the last 7 and 30 days. */
export const logPeriods = ['all', 'today', 'yesterday', 'week', 'month', 'custom'] as const
export type LogPeriod = (typeof logPeriods)[number]

export const storedExecutionLogEntrySchema = z.object({
  accountId: idSchema,
  keyId: idSchema,
  at: epochMsSchema,
  method: z.string(),
  path: z.string(),
  statusCode: z.number().int(),
  responseTimeMs: z.number().int().nullable(),
  ipAddress: z.string().nullable(),
  id: z.number().int(),
  /**
   * `ownOrOther`: it is not known who sent the call. The request of this app that fits got no answer, so it may not
   * have reached the service; or the time in its answer is doubtful; or another entry fits it equally well; or the
   * requests of that time are not stored any more, because the database was rebuilt or only the latest are kept.
   */
  sender: z.enum(['own', 'ownOrOther', 'other']),
  /**
   * This app's request was a dry run. False for entries of other programs, because nothing shows which of them are dry
   * runs.
   */
  isDryRun: z.boolean(),
  /** The user marked the address as known, or this app has called from it. True without an address. */
  isAddressKnown: z.boolean(),
})
export type StoredExecutionLogEntry = z.infer<typeof storedExecutionLogEntrySchema>

export const executionLogFilterSchema = z.object({
  accountIds: accountIdsSchema,
  keyIds: z.array(idSchema).nullable().default(null),
  from: epochMsSchema.nullable().default(null),
  to: epochMsSchema.nullable().default(null),
  statusClass: z.enum(['success', 'error']).nullable().default(null),
  statusCode: z.number().int().nullable().default(null),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).nullable().default(null),
})
export type ExecutionLogFilter = z.infer<typeof executionLogFilterSchema>

/** Which stored entries a list shows. */
export const executionLogListFilterSchema = executionLogFilterSchema.extend({
  /** A part of the path, of the source address, or of the method. */
  text: z.string().max(500).default(''),
  /** Endpoints whose description in the user's language contains the text. Their calls match, too. */
  textEndpoints: z.array(z.enum(endpointNames as [EndpointName, ...EndpointName[]])).default([]),
  /** The same for dry runs, which are described in other words. */
  textDryRunEndpoints: z.array(z.enum(endpointNames as [EndpointName, ...EndpointName[]])).default([]),
  /** Leaves out the reads of this app. */
  hidesOwnReads: z.boolean().default(false),
  onlyUnknownAddresses: z.boolean().default(false),
  /** The domain or server that the path names. */
  target: z
    .object({ kind: z.enum(['domain', 'server']), name: z.string().max(255) })
    .nullable()
    .default(null),
})
export type ExecutionLogListFilter = z.infer<typeof executionLogListFilterSchema>

/** The progress of fetching the log of one key back to the start of a filter. */
export const executionLogFetchStateSchema = z.object({
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
export type ExecutionLogFetchState = z.infer<typeof executionLogFetchStateSchema>

/** A time that was not read. `to` is excluded. */
export const executionLogGapSchema = z.object({
  from: epochMsSchema,
  to: epochMsSchema,
  /**
   * The entries cannot be read any more: the service no longer keeps them, or returns them only to a key that was
   * replaced. Otherwise they are still to be read.
   */
  isLost: z.boolean(),
})
export type ExecutionLogGap = z.infer<typeof executionLogGapSchema>

/** The times for which the database holds the log of one key. */
export const keyLogCoverageSchema = z.object({
  accountId: idSchema,
  keyId: idSchema,
  /** From here to `completeTo`, every entry is stored, except in the gaps; null before the first reading. */
  completeFrom: epochMsSchema.nullable(),
  completeTo: epochMsSchema.nullable(),
  /** The oldest first. A gap before `completeFrom` is still to be read. */
  gaps: z.array(executionLogGapSchema),
  readAt: epochMsSchema.nullable(),
  /** Why the last attempt did not read everything. */
  error: wireErrorSchema.nullable(),
  errorAt: epochMsSchema.nullable(),
  isReading: z.boolean(),
})
export type KeyLogCoverage = z.infer<typeof keyLogCoverageSchema>

/** A row of the list where entries of some keys between `from` and `to` were not read. */
export const executionLogGapRowSchema = executionLogGapSchema.extend({
  keyIds: z.array(idSchema),
  /** True if some of these keys lack only a part of the time. */
  isPartial: z.boolean(),
})
export type ExecutionLogGapRow = z.infer<typeof executionLogGapRowSchema>

export const executionLogEntryOrGapSchema = z.object({
  entry: storedExecutionLogEntrySchema.nullable(),
  gap: executionLogGapRowSchema.nullable(),
})
/** Either an entry or a gap; the other is null. */
export type ExecutionLogEntryOrGap = z.infer<typeof executionLogEntryOrGapSchema>

/** The calls of one day. Times of responses are milliseconds; null if none was recorded. */
export const executionLogDayStatisticsSchema = z.object({
  /** A date in Japan. */
  date: isoDateTextSchema,
  calls: z.number().int(),
  errors: z.number().int(),
  medianMs: z.number().nullable(),
  /** 95 of 100 responses were as fast, or faster. */
  p95Ms: z.number().nullable(),
})
export type ExecutionLogDayStatistics = z.infer<typeof executionLogDayStatisticsSchema>

export const executionLogSourceAddressSchema = z.object({
  address: z.string(),
  calls: z.number().int(),
  firstAt: epochMsSchema,
  lastAt: epochMsSchema,
  isMarked: z.boolean(),
  /** This app has called from this address. */
  isOfApp: z.boolean(),
})
export type ExecutionLogSourceAddress = z.infer<typeof executionLogSourceAddressSchema>

/** When the app last read all POST entries that the service keeps in the log of a key. */
export const lastCompleteReadOfPostEntriesSchema = z.object({ keyId: idSchema, readAt: epochMsSchema })
export type LastCompleteReadOfPostEntries = z.infer<typeof lastCompleteReadOfPostEntriesSchema>

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
  /** Null if the app ended before the call did. */
  durationMs: z.number().int().nullable(),
  attempt: z.number().int(),
  errorKind: z.string().nullable(),
  code: z.string().nullable(),
})
export type RequestLogRow = z.infer<typeof requestLogRowSchema>

export const logCommands = {
  /**
   * Stored entries of all keys, merged, the newest first, with the gaps between them. A long list is made in the
   * background: while `isComplete` is false, `total` and `entries` grow, and the event `logs.listComplete` follows.
   */
  page: defineCommand(
    z.object({ filter: executionLogListFilterSchema.prefault({}), ...stableListPagingFields }),
    createStableListPageSchema(executionLogEntryOrGapSchema).extend({
      /** The total without gaps. */
      entries: z.number().int(),
      isComplete: z.boolean(),
    }),
  ),
  /** The days of the entries of a list, the oldest first. Days without a call are missing. */
  days: defineCommand(
    z.object({ filter: executionLogListFilterSchema.prefault({}) }),
    z.array(executionLogDayStatisticsSchema),
  ),
  /**
   * Asks for a path and writes the entries of a list to it. Progress and cancelling are those of `listCsv`. `labels`:
   * texts of the window, as in `main/list-csv/execution-log-csv-exporter.ts`. `path` null: the user closed the dialog.
   * Throws `cancelled`.
   */
  exportCsv: defineCommand(
    z.object({
      exportId: idSchema,
      filter: executionLogListFilterSchema.prefault({}),
      labels: z.record(z.string(), z.string()),
    }),
    z.object({ path: z.string().nullable(), rows: z.number().int() }),
  ),
  /** The source addresses of all stored entries of these accounts. The one that was seen last comes first. */
  addresses: defineCommand(z.object({ accountIds: accountIdsSchema }), z.array(executionLogSourceAddressSchema)),
  markAddress: defineCommand(z.object({ address: z.string().max(100), isKnown: z.boolean() }), nullSchema),
  /**
   * Fetches one page per key from the service and stores it. `fetchStates` null: the newest page of each key.
   * Otherwise: the result of the previous call; the next older page is fetched of each key with `hasMore`. A key that
   * fails has `error` set in its own entry.
   */
  fetch: defineCommand(
    z.object({
      filter: executionLogFilterSchema.prefault({}),
      fetchStates: z.array(executionLogFetchStateSchema).nullable().default(null),
      limit: z.number().int().min(1).max(500).default(100),
    }),
    z.array(executionLogFetchStateSchema),
  ),
  /** What the archive holds of each key of these accounts. */
  archive: defineCommand(z.object({ accountIds: accountIdsSchema }), z.array(keyLogCoverageSchema)),
  /**
   * Reads now what is missing of the logs of these accounts. Ends when everything was tried; errors are those of the
   * keys. `mayUseWholeQuota`: true if the user started the reading, so that the share of background reading does not
   * limit it.
   */
  refreshArchive: defineCommand(
    z.object({ accountIds: accountIdsSchema, mayUseWholeQuota: z.boolean().default(false) }),
    nullSchema,
  ),
  /** The keys whose log was read completely at least once. */
  lastCompleteReadsOfPostEntries: defineCommand(nullSchema, z.array(lastCompleteReadOfPostEntriesSchema)),
  /** The requests that this app sent, newest first. */
  requests: defineCommand(
    z.object({ accountIds: accountIdsSchema, onlyFailed: z.boolean().default(false), ...pagingFields }),
    createPageSchema(requestLogRowSchema),
  ),
}
