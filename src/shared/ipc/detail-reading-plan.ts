import { z } from 'zod'
import { detailReadReasons } from '#shared/detail-read-reasons.ts'
import { idSchema } from './common-schemas.ts'

/** The maximum number of domains that the plan names. */
export const maxDomainsNamedInReadingPlan = 10

/**
 * Which details of an account's listed domains are stored, and which a sync would read next. Details of servers are not
 * counted.
 */
export const detailReadingPlanSchema = z.object({
  accountId: idSchema,
  /**
   * Domains by the age of their details, as the filter `detailsAge` shows them. The sum is the number of listed
   * domains.
   */
  domainsByAge: z.object({ fresh: z.number().int(), older: z.number().int(), unread: z.number().int() }),
  /** Domains with a detail that no usable key of the account may read. Syncs leave these details out. */
  unreadableDomains: z.number().int(),
  /** Domains with a detail that the service refused in the last days. Syncs leave these details out. */
  refusedDomains: z.number().int(),
  /** The calls that read every detail once, without those that the service refused for the present. */
  fullRefreshCalls: z.number().int(),
  /** Details that a sync would read now if the quota sufficed, one call each. */
  due: z.number().int(),
  /** How many of them a sync that starts now would read. */
  affordableNow: z.number().int(),
  /** How many minutes these calls take at the rate of background calls. */
  minutesNow: z.number().int(),
  /** How many calls reading in the background may use in 24 hours. */
  backgroundCallsPerDay: z.number().int(),
  /** The first domains with due details, in the order of reading. `details`: how many of the domain are due. */
  next: z.array(
    z.object({
      name: z.string(),
      decodedName: z.string().nullable(),
      reason: z.enum(detailReadReasons),
      details: z.number().int(),
    }),
  ),
})
export type DetailReadingPlan = z.infer<typeof detailReadingPlanSchema>
