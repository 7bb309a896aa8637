import { z } from 'zod'
import {
  answerComparisonResults,
  noUsableAnswerReasons,
  recordSetSources,
} from '#shared/dns/nameservers/compare-nameserver-answers-with-zone.ts'
import { defineCommand } from './define-command.ts'
import { epochMsSchema, idSchema, nullSchema } from './common-schemas.ts'

/** A stored zone beside the answers of its authoritative name servers. */
export const nameserverComparisonResultSchema = z.object({
  startedAt: epochMsSchema,
  endedAt: epochMsSchema,
  /** When the zone was read from the service; null if never. */
  zoneReadAt: epochMsSchema.nullable(),
  /** The same for the name servers of the domain. */
  nameserversReadAt: epochMsSchema.nullable(),
  /**
   * The name servers that the resolver returns, beside the stored ones. `not_found`: the resolver knows none. `failed`:
   * the resolver gave no answer. In both cases, the stored name servers are asked.
   */
  delegation: z.object({
    state: z.enum(['same', 'differs', 'not_stored', 'not_found', 'failed']),
    stored: z.array(z.string()).nullable(),
    resolved: z.array(z.string()),
  }),
  /** `reason`: why nothing could be asked; null for a name server that answers for the zone. */
  servers: z.array(
    z.object({ name: z.string(), address: z.string().nullable(), reason: z.enum(noUsableAnswerReasons).nullable() }),
  ),
  recordSets: z.array(
    z.object({
      host: z.string(),
      type: z.string(),
      /** The name that was asked. For a wildcard, a name that the wildcard covers. */
      name: z.string(),
      stored: z.array(z.string()),
      /** Where `stored` is from, so when it was read: at `zoneReadAt` or at `nameserversReadAt`. */
      source: z.enum(recordSetSources),
      state: z.enum(answerComparisonResults),
      doServersDiffer: z.boolean(),
      /** One answer per name server, in the order of `servers`. */
      answers: z.array(
        z.object({
          server: z.string(),
          at: epochMsSchema,
          state: z.enum(answerComparisonResults),
          values: z.array(z.string()),
          reason: z.enum(noUsableAnswerReasons).nullable(),
        }),
      ),
    }),
  ),
})
export type NameserverComparisonResult = z.infer<typeof nameserverComparisonResultSchema>

const zoneNameSchema = z.object({ accountId: idSchema, domain: z.string() })

export const nameserverComparisonCommands = {
  /**
   * Asks the authoritative name servers of a domain for each record set of the stored zone. Errors: not_found, offline,
   * cancelled. A name server that cannot be reached is no error.
   */
  checkAuthoritative: defineCommand(zoneNameSchema, nameserverComparisonResultSchema),
  /** Ends the running comparison of a zone, which then fails with `cancelled`. */
  cancelAuthoritativeCheck: defineCommand(zoneNameSchema, nullSchema),
}

/** The number of answers that a running comparison has received. */
export const nameserverComparisonProgressSchema = z.object({
  accountId: idSchema,
  domain: z.string(),
  done: z.number().int(),
  total: z.number().int(),
})
