import { z } from 'zod'
import { minuteMs } from '#shared/durations.ts'
import { idSchema } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'
import { maxQuoteItems } from './quote-and-offer-schemas.ts'

/** Maximum number of domains in one reading: all that can be selected. */
export const maxDomainsPerReadingJob = maxQuoteItems

/** Details that were read within this time can be left out. */
export const recentReadingMinutes = 15
export const recentReadingMs = recentReadingMinutes * minuteMs

const domainRefSchema = z.object({ accountId: idSchema, name: z.string().max(255) })
export type DomainRef = z.infer<typeof domainRefSchema>
const domainRefs = z.array(domainRefSchema).min(1).max(maxDomainsPerReadingJob)

const readingCostOfDomainsSchema = z.object({
  domains: z.number().int(),
  /**
   * One call for each detail. Each domain has the contract and the zone. Active domains also have the name servers,
   * Whois and the lock.
   */
  calls: z.number().int(),
  /**
   * How many of the calls the daily limit allows now; 0 for a paused account. A wait of the account may end later. The
   * window knows it.
   */
  callsWithinDailyLimit: z.number().int(),
  /**
   * Minutes that `callsWithinDailyLimit` take, at the limits of the account and beside its other jobs, once the account
   * may be called.
   */
  minutes: z.number(),
  /** Details of these domains that the service refused in the last days. They are not read. */
  refusedDetails: z.number().int(),
})
export type ReadingCostOfDomains = z.infer<typeof readingCostOfDomainsSchema>

const domainReadingEstimateOfAccountSchema = z.object({
  accountId: idSchema,
  isPaused: z.boolean(),
  all: readingCostOfDomainsSchema,
  /** The cost without the domains whose details were all read within `recentReadingMinutes`. */
  withoutFresh: readingCostOfDomainsSchema,
  /** Chosen domains that the list of the account does not have any more. They are not read. */
  notListed: z.number().int(),
  /** Chosen domains of which no usable key of the account may read a detail. They are not read. */
  noKeyMayRead: z.number().int(),
  /** Chosen domains of which the service refused every detail in the last days. They are not read. */
  refusedDomains: z.number().int(),
})
export type DomainReadingEstimateOfAccount = z.infer<typeof domainReadingEstimateOfAccountSchema>

export const domainReadingCommands = {
  /**
   * Estimates what another reading of the details of these domains costs each account. `dailyFraction`: the part of the
   * daily limit, 0 to 1, up to which reading jobs go on.
   */
  estimate: defineCommand(
    z.object({ domains: domainRefs }),
    z.object({ dailyFraction: z.number(), accounts: z.array(domainReadingEstimateOfAccountSchema) }),
  ),
  /** Starts the reading as a job of so many `domains`. `jobId` null: no domain is left to read. Errors: disk_full. */
  start: defineCommand(
    z.object({ domains: domainRefs, leavesOutFresh: z.boolean() }),
    z.object({ jobId: idSchema.nullable(), domains: z.number().int() }),
  ),
}
