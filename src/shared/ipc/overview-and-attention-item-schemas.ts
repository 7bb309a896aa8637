import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { accountSchema, shrunkenListSchema } from './accounts.ts'
import { isoDateTextSchema, epochMsSchema, idSchema } from './common-schemas.ts'

/**
 * The number of domains or servers that expire within a warning period of the accounts' folders. Those already expired
 * are counted, too.
 */
const expiringFields = {
  days: z.number().int(),
  count: z.number().int(),
  /**
   * The count of the previous item, which has a shorter threshold, if this item contains all of its rows; otherwise 0.
   */
  countedBefore: z.number().int(),
  accountIds: z.array(idSchema),
  /**
   * Other requested accounts have such expiries, too, but their folders have only shorter thresholds. These accounts
   * are not counted.
   */
  excludesAccounts: z.boolean(),
}

/** What needs the user's attention. The overview shows it first, most severe first. */
export const attentionItemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no_keys'), accountId: idSchema }),
  z.object({
    kind: z.literal('key_state'),
    accountId: idSchema,
    keyId: idSchema,
    keyLabel: z.string(),
    state: z.string(),
  }),
  z.object({
    kind: z.literal('key_expires'),
    accountId: idSchema,
    keyId: idSchema,
    keyLabel: z.string(),
    expiresAt: epochMsSchema,
  }),
  /** The keychain made the syncs of these accounts fail. One item for all accounts, because one action fixes them. */
  z.object({ kind: z.literal('keychain'), error: wireErrorSchema, accountIds: z.array(idSchema) }),
  z.object({
    kind: z.literal('sync_failed'),
    accountId: idSchema,
    at: epochMsSchema,
    code: z.string().nullable(),
    message: z.string(),
    error: wireErrorSchema.nullable(),
  }),
  /** The lists were read, but `count` details could not be read; `error` is the newest. */
  z.object({
    kind: z.literal('details_failed'),
    accountId: idSchema,
    at: epochMsSchema,
    count: z.number().int(),
    error: wireErrorSchema.nullable(),
  }),
  /** A list lacks many stored entries, so it was not stored. */
  z.object({ kind: z.literal('list_shrunk'), accountId: idSchema, ...shrunkenListSchema.shape }),
  /**
   * A list that no key of the account may read, unless the list has no entries and the keys may read the other list.
   */
  z.object({ kind: z.literal('list_denied'), accountId: idSchema, list: z.enum(['domain', 'server']) }),
  z.object({ kind: z.literal('stale'), accountId: idSchema, syncedAt: epochMsSchema.nullable() }),
  z.object({
    kind: z.literal('shared_domains'),
    accountId: idSchema,
    otherAccountId: idSchema,
    count: z.number().int(),
    example: z.string(),
  }),
  /** Domains or servers that the list of their account no longer contains, and that the user has not forgotten. */
  z.object({ kind: z.literal('domains_gone'), count: z.number().int(), accountIds: z.array(idSchema) }),
  z.object({ kind: z.literal('servers_gone'), count: z.number().int(), accountIds: z.array(idSchema) }),
  z.object({ kind: z.literal('domains_expired'), count: z.number().int(), accountIds: z.array(idSchema) }),
  z.object({ kind: z.literal('domains_expiring'), ...expiringFields }),
  z.object({
    kind: z.literal('domains_pending'),
    status: z.string(),
    count: z.number().int(),
    accountIds: z.array(idSchema),
  }),
  z.object({
    kind: z.literal('servers_pending'),
    status: z.string(),
    count: z.number().int(),
    accountIds: z.array(idSchema),
  }),
  z.object({ kind: z.literal('servers_expiring'), ...expiringFields }),
])
export type AttentionItem = z.infer<typeof attentionItemSchema>

/** The number of domains of any status by expiry date in Japan. The sum of all counts is the number of domains. */
const domainCountsByExpiryMonthSchema = z.object({
  /** Dates before today. */
  overdue: z.number().int(),
  /** The rest of this month from today on, and the eleven months after it. `from` and `to` are included. */
  months: z.array(z.object({ from: isoDateTextSchema, to: isoDateTextSchema, count: z.number().int() })),
  /** Dates after these months. */
  later: z.object({ from: isoDateTextSchema, count: z.number().int() }),
  /** The service gives no date, for example while an acquisition is in progress. */
  undetermined: z.number().int(),
})
export type DomainCountsByExpiryMonth = z.infer<typeof domainCountsByExpiryMonthSchema>

/** The overview of the requested accounts. All parts are of one moment, except `totals.logEntries`. */
export const overviewSchema = z.object({
  attention: z.array(attentionItemSchema),
  /** The requested accounts, in the order of `accounts.list`. */
  accounts: z.array(accountSchema),
  /** Gone domains and servers are not counted, here and in the other counts. */
  totals: z.object({
    accounts: z.number().int(),
    keys: z.number().int(),
    domains: z.number().int(),
    servers: z.number().int(),
    records: z.number().int(),
    zonesRead: z.number().int(),
    logEntries: z.number().int(),
  }),
  domainsByStatus: z.array(z.object({ status: z.string(), count: z.number().int() })),
  /** Most domains first. */
  domainsByTld: z.array(z.object({ tld: z.string(), count: z.number().int() })),
  domainExpiries: domainCountsByExpiryMonthSchema,
  serversByStatus: z.array(z.object({ status: z.string(), count: z.number().int() })),
  /** The next domains and servers to expire, soonest first, at most 10. */
  nextExpiries: z.array(
    z.object({
      kind: z.enum(['domain', 'server']),
      accountId: idSchema,
      name: z.string(),
      decodedName: z.string().nullable(),
      expiryDate: isoDateTextSchema,
    }),
  ),
  /** The oldest `domainsReadAt` of the accounts; null if the domain list of an account was never read completely. */
  oldestDomainListReadAt: epochMsSchema.nullable(),
})
export type Overview = z.infer<typeof overviewSchema>
