import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { defineCommand } from './define-command.ts'
import { accountIds, id, instant, none } from './common-schemas.ts'

/** `late`: no call under way had a sign of life for some seconds. `no`: the newest try reached nothing; it is repeated. */
export const responsivenessSchema = z.enum(['yes', 'late', 'no'])
export type Responsiveness = z.infer<typeof responsivenessSchema>

/** How far the sync of one account is. Lists first, then details within the background share of the day. */
export const syncProgressSchema = z.object({
  accountId: id,
  /** `idle`: nothing to do. `failed`: the lists could not be read; `error` says why. */
  state: z.enum(['idle', 'lists', 'details', 'failed', 'cancelled']),
  /** Whether its calls are answered; `yes` while none runs. */
  responsiveness: responsivenessSchema,
  /** The reading of the lists has not begun: those of a few accounts are read at once. */
  isWaiting: z.boolean(),
  startedAt: instant.nullable(),
  /** When it began to run without a break: of one that was interrupted later than `startedAt`. Null: not since the app started. */
  runsSince: instant.nullable(),
  endedAt: instant.nullable(),
  listsDone: z.number().int(),
  listsTotal: z.number().int(),
  /** Read, or said by the service not to exist. */
  detailsRead: z.number().int(),
  /** With those that failed. */
  detailsTotal: z.number().int(),
  /** Could not be read; `detailsError` says why the newest of them could not. Of the last sync, when none runs. */
  detailsFailed: z.number().int(),
  detailsError: wireErrorSchema.nullable(),
  /** Minutes that the calls still to make need at the account's limits. */
  minutesLeft: z.number().nullable(),
  /** Share of the day's quota that the calls still to make need, 0 to 1 and more. */
  dayShare: z.number().nullable(),
  /** Details left for a later sync, because the background share of the day does not hold them. */
  detailsPutOff: z.number().int(),
  error: wireErrorSchema.nullable(),
})
export type SyncProgress = z.infer<typeof syncProgressSchema>

export const syncCommands = {
  /** Null: all accounts. Answers at once; progress comes as events. One account failing never stops the others. */
  start: defineCommand(z.object({ accountIds }), none),
  cancel: defineCommand(z.object({ accountIds }), none),
  progress: defineCommand(none, z.array(syncProgressSchema)),
}
