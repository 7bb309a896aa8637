import { z } from 'zod'
import { epochMsSchema, idSchema } from './common-schemas.ts'

export const searchHitSchema = z.object({
  kind: z.enum(['account', 'domain', 'server', 'record']),
  accountId: idSchema,
  /** What to open: the account's id, the domain's name in Punycode, or the server's name. */
  target: z.string(),
  title: z.string(),
  /** The matching text, shortened around the match. */
  detail: z.string(),
  /** Set for a gone domain or server, and for records of a gone domain. */
  goneSince: epochMsSchema.nullable().optional(),
})
export type SearchHit = z.infer<typeof searchHitSchema>

/** Counts of data that was never read and that a search therefore cannot find, for the requested accounts. */
export const neverReadCountsSchema = z.object({
  /** Zones that a key of the account may read. */
  zones: z.number().int(),
  /** Zones that cannot be read, because the service refuses them or no key may read them. */
  unreadableZones: z.number().int(),
  /** Accounts whose domain list was never read completely. */
  domainLists: z.number().int(),
  /** Accounts whose server list was never read completely. */
  serverLists: z.number().int(),
  /** Accounts that have keys, but no key for domains. */
  deniedDomainLists: z.number().int(),
  /** Accounts that have keys, but no key for servers. */
  deniedServerLists: z.number().int(),
  /** Servers whose information, which contains their addresses, a key of the account may read. */
  serverInfos: z.number().int(),
})
export type NeverReadCounts = z.infer<typeof neverReadCountsSchema>
