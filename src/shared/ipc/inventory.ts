import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { domainDetailSchema, nameserversSchema, registrarLockSchema, whoisSchema } from '#shared/api/domain-schemas.ts'
import { domainDetailKinds } from '#shared/domain-detail-kinds.ts'
import { shrunkenListSchema } from './accounts.ts'
import { defineCommand } from './define-command.ts'
import { accountIds, cachedSchema, date, id, instant, none, pageSchema, pagingFields } from './common-schemas.ts'

/** Stands among statuses for what is gone; no status of the service. */
export const goneStatus = 'gone'

export const domainSortKeys = ['name', 'expiry', 'status', 'account', 'readAt'] as const

/** The record of a listed domain in which a text was found. */
export const matchedRecordSchema = z.object({
  host: z.string(),
  type: z.string(),
  content: z.string(),
  /** How many more records of the domain have the text. */
  others: z.number().int(),
})
export type MatchedRecord = z.infer<typeof matchedRecordSchema>

export const domainRowSchema = z.object({
  accountId: id,
  /** Punycode. */
  name: z.string(),
  /** The decoded Japanese name; null for others. */
  decodedName: z.string().nullable(),
  status: z.string(),
  expiryDate: date.nullable(),
  autoRenew: z.boolean().nullable(),
  records: z.number().int().nullable(),
  /** When the list that showed it was read. */
  readAt: instant,
  zoneReadAt: instant.nullable(),
  /** When a list that was to show it first lacked it: it is kept as it was last read. Null: it is there. */
  goneSince: instant.nullable(),
  /** When the detail, which has `autoRenew`, was read; left out when it is not known. */
  detailReadAt: instant.nullable().optional(),
  /** In a page that is filtered by a text: where it was found; null where the names have it. */
  match: matchedRecordSchema.nullable().optional(),
})
export type DomainRow = z.infer<typeof domainRowSchema>

export const domainFilterSchema = z.object({
  accountIds,
  /** Null: every status, but nothing that is gone. `goneStatus` among them: what is gone, too. */
  statuses: z.array(z.string()).nullable().default(null),
  /** Days from today in Japan; rows expiring up to then, passed ones included. Null: any. */
  expiresWithinDays: z.number().int().nullable().default(null),
  /** A whole IP address: the records with that address. Any other text: words in names, decoded names and records. */
  text: z.string().max(200).default(''),
})
export type DomainFilter = z.infer<typeof domainFilterSchema>

export const zoneRecordSchema = z.object({
  id: z.number().int(),
  type: z.string(),
  host: z.string(),
  content: z.string(),
  ttl: z.number().int(),
  priority: z.number().int(),
})
export type ZoneRecord = z.infer<typeof zoneRecordSchema>

export const domainSchema = z.object({
  row: domainRowSchema,
  detail: cachedSchema(domainDetailSchema),
  nameservers: cachedSchema(nameserversSchema),
  whois: cachedSchema(whoisSchema),
  lock: cachedSchema(registrarLockSchema),
  zone: cachedSchema(z.array(zoneRecordSchema)),
  /** The name servers of the service, as far as any server's information named them; empty: not known. */
  serviceNameservers: z.array(z.string()),
})
export type Domain = z.infer<typeof domainSchema>

export const serverSortKeys = ['name', 'expiry', 'status', 'plan', 'account', 'readAt'] as const

export const serverRowSchema = z.object({
  accountId: id,
  name: z.string(),
  serverId: z.string().nullable(),
  planId: z.string().nullable(),
  planName: z.string().nullable(),
  status: z.string(),
  expiryDate: date.nullable(),
  autoRenew: z.boolean().nullable(),
  memo: z.string(),
  readAt: instant,
  /** As of a domain. */
  goneSince: instant.nullable(),
})
export type ServerRow = z.infer<typeof serverRowSchema>

export const serverSchema = z.object({
  row: serverRowSchema,
  /** Shapes are only partly shown by the service: kept as they came. */
  info: cachedSchema(z.record(z.string(), z.unknown())),
  usage: cachedSchema(z.record(z.string(), z.unknown())),
})
export type Server = z.infer<typeof serverSchema>

export const serverFilterSchema = z.object({
  accountIds,
  /** As of domains. */
  statuses: z.array(z.string()).nullable().default(null),
  /** Days from today in Japan; rows expiring up to then, passed ones included. Null: any. */
  expiresWithinDays: z.number().int().nullable().default(null),
  /** Matches names, IDs, plans, addresses and memos. */
  text: z.string().max(200).default(''),
})
export type ServerFilter = z.infer<typeof serverFilterSchema>

/** How many rows an area holds, and how many of each status a filter leaves. */
const statusCountsSchema = z.object({
  /** Of the accounts, whatever else the filter says; without what is gone, as in `byStatus`. */
  total: z.number().int(),
  /** What the filter leaves when its own statuses are not counted as chosen: what choosing one of them would show. */
  byStatus: z.array(z.object({ status: z.string(), count: z.number().int() })),
  /** What choosing `goneStatus` alone would show. */
  gone: z.number().int(),
})
export type StatusCounts = z.infer<typeof statusCountsSchema>

/** What the overview shows first: things that want a decision, worst first. */
export const attentionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no_keys'), accountId: id }),
  z.object({ kind: z.literal('key_state'), accountId: id, keyId: id, keyLabel: z.string(), state: z.string() }),
  z.object({ kind: z.literal('key_expires'), accountId: id, keyId: id, keyLabel: z.string(), expiresAt: instant }),
  /** The keychain kept these accounts' syncs from reading: one thing to do, whatever their number. */
  z.object({ kind: z.literal('keychain'), error: wireErrorSchema, accountIds: z.array(id) }),
  z.object({
    kind: z.literal('sync_failed'),
    accountId: id,
    at: instant,
    code: z.string().nullable(),
    message: z.string(),
    error: wireErrorSchema.nullable(),
  }),
  /** The lists came, but so many details could not be read; `error` is that of the newest. */
  z.object({
    kind: z.literal('details_failed'),
    accountId: id,
    at: instant,
    count: z.number().int(),
    error: wireErrorSchema.nullable(),
  }),
  /** A list lacks much of what it held; nothing of it was stored. */
  z.object({ kind: z.literal('list_shrunk'), accountId: id, ...shrunkenListSchema.shape }),
  z.object({ kind: z.literal('stale'), accountId: id, syncedAt: instant.nullable() }),
  z.object({
    kind: z.literal('shared_domains'),
    accountId: id,
    otherAccountId: id,
    count: z.number().int(),
    example: z.string(),
  }),
  z.object({ kind: z.literal('domains_expired'), count: z.number().int(), accountIds: z.array(id) }),
  z.object({
    kind: z.literal('domains_expiring'),
    days: z.number().int(),
    count: z.number().int(),
    accountIds: z.array(id),
  }),
  z.object({
    kind: z.literal('domains_pending'),
    status: z.string(),
    count: z.number().int(),
    accountIds: z.array(id),
  }),
  z.object({
    kind: z.literal('servers_pending'),
    status: z.string(),
    count: z.number().int(),
    accountIds: z.array(id),
  }),
  z.object({
    kind: z.literal('servers_expiring'),
    days: z.number().int(),
    count: z.number().int(),
    accountIds: z.array(id),
  }),
])
export type Attention = z.infer<typeof attentionSchema>

/** Of the accounts asked for, as everything in it. */
export const overviewSchema = z.object({
  attention: z.array(attentionSchema),
  /** Without what is gone, as all counts here. */
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
  serversByStatus: z.array(z.object({ status: z.string(), count: z.number().int() })),
  /** The next domains and servers to expire, soonest first, at most 10. */
  nextExpiries: z.array(
    z.object({
      kind: z.enum(['domain', 'server']),
      accountId: id,
      name: z.string(),
      decodedName: z.string().nullable(),
      expiryDate: date,
    }),
  ),
  /** Oldest of the accounts' `syncedAt`; null when one was never synced. */
  oldestSyncAt: instant.nullable(),
})
export type Overview = z.infer<typeof overviewSchema>

export const searchHitSchema = z.object({
  kind: z.enum(['account', 'domain', 'server', 'record']),
  accountId: id,
  /** The account's id, the domain's name (Punycode) or the server's name to open. */
  target: z.string(),
  title: z.string(),
  /** The text that matched, cut around the match. */
  detail: z.string(),
  /** Of a domain, with its records, or a server that is gone. */
  goneSince: instant.nullable().optional(),
})
export type SearchHit = z.infer<typeof searchHitSchema>

/** What was never read of the accounts asked for. */
const unreadCountsSchema = z.object({
  /** Zones that a key of their account may read. */
  zones: z.number().int(),
  /** Zones that were never read either, as the service refuses them or no key may. */
  unreadableZones: z.number().int(),
  /** Accounts whose list of domains was never read whole, so that some domains may not be known; and whose list of servers was not. */
  domainLists: z.number().int(),
  serverLists: z.number().int(),
  /** Accounts that have keys, none of them for domains; and none of them for servers: what they have is not counted anywhere. */
  deniedDomainLists: z.number().int(),
  deniedServerLists: z.number().int(),
  /** Servers whose information, which has their addresses, a key of their account may read. */
  serverInfos: z.number().int(),
})
export type UnreadCounts = z.infer<typeof unreadCountsSchema>

export const inventoryCommands = {
  overview: defineCommand(z.object({ accountIds }), overviewSchema),
  domains: defineCommand(
    z.object({
      filter: domainFilterSchema.prefault({}),
      sort: z.enum(domainSortKeys).default('name'),
      isDescending: z.boolean().default(false),
      ...pagingFields,
    }),
    pageSchema(domainRowSchema),
  ),
  /** What expires up to so many days from today in Japan, passed ones included, soonest first: those of one moment, which pages are not. */
  expiring: defineCommand(
    z.object({ accountIds, days: z.number().int().min(0), limit: z.number().int().min(1).max(10_000) }),
    z.array(domainRowSchema),
  ),
  domainCounts: defineCommand(z.object({ filter: domainFilterSchema.prefault({}) }), statusCountsSchema),
  /** Of the domains named those that are stored, each with whether the filter leaves it in the list. */
  namedDomains: defineCommand(
    z.object({
      names: z.array(z.object({ accountId: id, name: z.string() })).max(500),
      filter: domainFilterSchema.prefault({}),
    }),
    z.array(z.object({ row: domainRowSchema, isListed: z.boolean() })),
  ),
  /** What a search of the stored data cannot see yet; zones only of the domains that the filter leaves. */
  unread: defineCommand(z.object({ filter: domainFilterSchema.omit({ text: true }).prefault({}) }), unreadCountsSchema),
  domain: defineCommand(z.object({ accountId: id, name: z.string() }), domainSchema),
  /** Reads the details from the service now, ahead of all waiting calls. A detail that cannot be read has `error` set. */
  refreshDomain: defineCommand(
    z.object({ accountId: id, name: z.string(), detailKinds: z.array(z.enum(domainDetailKinds)).min(1) }),
    domainSchema,
  ),
  servers: defineCommand(
    z.object({
      filter: serverFilterSchema.prefault({}),
      sort: z.enum(serverSortKeys).default('name'),
      isDescending: z.boolean().default(false),
      ...pagingFields,
    }),
    pageSchema(serverRowSchema),
  ),
  serverCounts: defineCommand(z.object({ filter: serverFilterSchema.prefault({}) }), statusCountsSchema),
  server: defineCommand(z.object({ accountId: id, name: z.string() }), serverSchema),
  refreshServer: defineCommand(z.object({ accountId: id, name: z.string() }), serverSchema),
  /** Names, records, memos and account labels and notes, over all accounts. A whole IP address finds what has that address. */
  search: defineCommand(
    z.object({ text: z.string().min(1).max(200), limit: z.number().int().min(1).max(100).default(30) }),
    z.object({
      hits: z.array(searchHitSchema),
      /** How many domains `domains` lists for this text, over all accounts. */
      domains: z.number().int(),
    }),
  ),
  /**
   * Takes the list that waits (`shrunkenLists` of the account), as it was read at `readAt`: what it lacks is marked as gone, and the lists are
   * read again. Errors: conflict (another list has come since), not_found.
   */
  acceptShrunkenList: defineCommand(
    z.object({ accountId: id, list: shrunkenListSchema.shape.list, readAt: instant }),
    none,
  ),
}
