import { z } from 'zod'
import { accountIdsSchema, idSchema } from './common-schemas.ts'

const listLinkFields = {
  accountIds: accountIdsSchema,
  /** Empty: every status except gone. */
  statuses: z.array(z.string()),
  /** Days from today in Japan, past dates included. Null: any date. */
  expiresWithinDays: z.number().int().positive().nullable(),
}

/**
 * A page that main asks the window to open. The page shows the rows that a notification or a line of the tray's menu
 * counts.
 */
export const pageLinkSchema = z.discriminatedUnion('page', [
  z.object({ page: z.literal('domains'), ...listLinkFields }),
  z.object({ page: z.literal('servers'), ...listLinkFields }),
  /**
   * `to_decide`, `unsettled`: the orders of this status. `stopped`: the orders that are on hold or were declined.
   * `all`: every order.
   */
  z.object({ page: z.literal('orders'), show: z.enum(['to_decide', 'stopped', 'unsettled', 'all']) }),
  z.object({ page: z.literal('account'), accountId: idSchema }),
  z.object({ page: z.literal('overview'), accountIds: accountIdsSchema }),
])
export type PageLink = z.infer<typeof pageLinkSchema>
