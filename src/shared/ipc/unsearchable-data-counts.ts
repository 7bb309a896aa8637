import { z } from 'zod'

/** Counts of data that was never read and that a search therefore cannot find, for the requested accounts. */
export const unsearchableDataCountsSchema = z.object({
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
  /** Servers whose information cannot be read, because the service refuses it or no key may read it. */
  unreadableServerInfos: z.number().int(),
  /** Domains of which a value that the filter asks for was never read, whether or not a key may read it. */
  autoRenew: z.number().int(),
  registrarLock: z.number().int(),
  whoisPrivacy: z.number().int(),
  nameservers: z.number().int(),
})
export type UnsearchableDataCounts = z.infer<typeof unsearchableDataCountsSchema>
