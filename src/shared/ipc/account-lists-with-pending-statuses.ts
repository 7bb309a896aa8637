import { z } from 'zod'
import { epochMsSchema, idSchema } from './common-schemas.ts'

/** The lists of an account that show a pending status (`pending-statuses.ts`). They are also read between syncs. */
export const accountListsWithPendingStatusesSchema = z.object({
  accountId: idSchema,
  /** At least one; the list of the domains comes first. */
  lists: z.array(
    z.object({
      list: z.enum(['domain', 'server']),
      /** Domains or servers with a pending status. */
      count: z.number().int(),
      /** When the list is read next between syncs, at the earliest; null while it may not be read between syncs. */
      nextReadAt: epochMsSchema.nullable(),
      /** True if the list is being read, by a sync or between syncs, or waits behind other calls or syncs. */
      isReading: z.boolean(),
    }),
  ),
})
export type AccountListsWithPendingStatuses = z.infer<typeof accountListsWithPendingStatusesSchema>
