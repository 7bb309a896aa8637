import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { defineCommand } from './define-command.ts'
import { accountIdsSchema, idSchema, epochMsSchema, nullSchema } from './common-schemas.ts'
import { accountListsWithPendingStatusesSchema } from './account-lists-with-pending-statuses.ts'

/**
 * `late`: the service sent nothing for some seconds while calls are in flight. `silent`: the newest call did not reach
 * the service; it is repeated. `no_proxy`: the same, because the account's proxy opened no connection.
 */
export const serviceResponsivenessSchema = z.enum(['answering', 'late', 'silent', 'no_proxy'])
export type ServiceResponsiveness = z.infer<typeof serviceResponsivenessSchema>

/** Progress of the sync of one account. The lists come first, then details within the background share of the day. */
export const syncProgressSchema = z.object({
  accountId: idSchema,
  /** `idle`: no sync runs. `failed`: the lists could not be read; `error` says why. */
  state: z.enum(['idle', 'lists', 'details', 'failed', 'cancelled']),
  /** States how the service responds to the calls of the sync; `answering` while no sync runs. */
  responsiveness: serviceResponsivenessSchema,
  /** True while the account's lists wait, because only a few accounts' lists are read at a time. */
  isWaiting: z.boolean(),
  startedAt: epochMsSchema.nullable(),
  /**
   * When the current run began. For a resumed sync, this is later than `startedAt`. Null: no run since the app started.
   */
  runsSince: epochMsSchema.nullable(),
  endedAt: epochMsSchema.nullable(),
  listsDone: z.number().int(),
  listsTotal: z.number().int(),
  /** Details that were read, or that do not exist according to the service. */
  detailsRead: z.number().int(),
  /** Includes the details that failed and those without a key, so that it does not fall when a key is refused. */
  detailsTotal: z.number().int(),
  /** Number of details that could not be read. While no sync runs: in the last sync. */
  detailsFailed: z.number().int(),
  /** The newest error of these details. */
  detailsError: wireErrorSchema.nullable(),
  /**
   * Number of planned details that no key may read any more since the sync began. While no sync runs: in the last sync.
   */
  detailsNoKeyMayRead: z.number().int(),
  /**
   * Number of planned details that were not read so far, without those that failed or have no key. While no sync runs:
   * of the last sync that read details, even if a later sync failed before it could read them.
   */
  detailsUnread: z.number().int(),
  /**
   * When the sync that has these counts stopped. Null: it has not stopped, or the app ended meanwhile.
   */
  detailsEndedAt: epochMsSchema.nullable(),
  /**
   * Estimated end of the remaining calls, as the limits and the duration of the calls allow; null while it is not
   * known.
   */
  expectedEndAt: epochMsSchema.nullable(),
  /** Share of the daily limit that the remaining calls need, 0 to 1 and more. */
  neededFractionOfDailyLimit: z.number().nullable(),
  /**
   * The earliest time at which Banto retries this sync. Null: it did not fail because of the network, or Banto does not
   * retry it by itself. Anything that forbids automatic syncs of the account, such as its quiet hours, delays the retry
   * further.
   */
  retryAt: epochMsSchema.nullable(),
  /** Number of details left for a later sync, because the background share of the day does not suffice. */
  detailsPostponed: z.number().int(),
  error: wireErrorSchema.nullable(),
})
export type SyncProgress = z.infer<typeof syncProgressSchema>

/** A listed domain or server. `name`: as in the list. */
export const resourceRefSchema = z.object({
  accountId: idSchema,
  kind: z.enum(['domain', 'server']),
  name: z.string().max(255),
})
export type ResourceRef = z.infer<typeof resourceRefSchema>
/** Maximum number of reported rows: more than any window shows. */
export const maxReportedVisibleRows = 200

/** Returns true if a sync in this state reads lists or details. */
export function isSyncRunning({ state }: Pick<SyncProgress, 'state'>): boolean {
  return state === 'lists' || state === 'details'
}

/**
 * Returns true if a sync in this state reads lists. A sync may read details for days, and does not read the lists
 * again.
 */
export function isSyncReadingLists({ state }: Pick<SyncProgress, 'state'>): boolean {
  return state === 'lists'
}

export const syncCommands = {
  /** Returns at once; progress comes as the event `sync.changed`. A failing account does not stop the others. */
  start: defineCommand(z.object({ accountIds: accountIdsSchema }), nullSchema),
  cancel: defineCommand(z.object({ accountIds: accountIdsSchema }), nullSchema),
  /** Reports which domains and servers the window shows now. Syncs read their details first. Replaces the last list. */
  reportVisible: defineCommand(
    z.object({ resources: z.array(resourceRefSchema).max(maxReportedVisibleRows) }),
    nullSchema,
  ),
  progress: defineCommand(nullSchema, z.array(syncProgressSchema)),
  /** The accounts with domains or servers in an unfinished procedure. */
  unfinishedProcedures: defineCommand(nullSchema, z.array(accountListsWithPendingStatusesSchema)),
}
