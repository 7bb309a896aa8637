import { z } from 'zod'
import { domainDetailSchema, nameserversSchema, registrarLockSchema, whoisSchema } from '#shared/api/domain-schemas.ts'
import { domainDetailKinds } from '#shared/domain-and-server-detail-kinds.ts'
import { dayMs } from '#shared/durations.ts'
import { annotationSchema } from './annotations.ts'
import { shrunkenListSchema } from './accounts.ts'
import { defineCommand } from './define-command.ts'
import { forgetGoneResourcesPreviewSchema, forgetGoneResourcesResultSchema } from './forget-gone-resources-schemas.ts'
import { createListSortSchemas } from './list-sort-schemas.ts'
import { overviewSchema } from './overview-and-attention-item-schemas.ts'
import { unsearchableDataCountsSchema } from './unsearchable-data-counts.ts'
import { detailReadingPlanSchema } from './detail-reading-plan.ts'
import { customerHitSchema, searchHitSchema } from './global-search-hit-schemas.ts'
import {
  accountIdsSchema,
  createCachedSchema,
  isoDateTextSchema,
  idSchema,
  epochMsSchema,
  nullSchema,
  createPageSchema,
  pagingFields,
  createStableListPageSchema,
  stableListPagingFields,
} from './common-schemas.ts'

/** Used as a status for domains and servers that are marked as gone. The service has no such status. */
export const goneStatus = 'gone'

export const domainSortKeys = [
  'name',
  'expiry',
  'status',
  'account',
  'readAt',
  'customer',
  'tags',
  'note',
  'autoRenew',
  'records',
  'tld',
  'nameservers',
  'lock',
  'privacy',
] as const

/** The record of a listed domain in which a text was found. */
export const matchedRecordSchema = z.object({
  host: z.string(),
  type: z.string(),
  content: z.string(),
  /** Number of further records of the domain that match. */
  others: z.number().int(),
})
export type MatchedRecord = z.infer<typeof matchedRecordSchema>

export const domainRowSchema = z.object({
  accountId: idSchema,
  /** Punycode. */
  name: z.string(),
  /** The readable form of a Japanese name; null for other names. */
  decodedName: z.string().nullable(),
  status: z.string(),
  expiryDate: isoDateTextSchema.nullable(),
  autoRenew: z.boolean().nullable(),
  records: z.number().int().nullable(),
  /** When the list that contains the domain was read. */
  readAt: epochMsSchema,
  zoneReadAt: epochMsSchema.nullable(),
  /** When a list first lacked the domain. The row keeps the values that were read last. Null: the domain is listed. */
  goneSince: epochMsSchema.nullable(),
  /** When the detail, which contains `autoRenew`, was read. */
  detailReadAt: epochMsSchema.nullable().optional(),
  /** The user's tags, by name. */
  tags: z.array(z.string()),
  /** The user's own customer. Empty: none. */
  customer: z.string(),
  /** The beginning of the user's note; of a longer note, with an ellipsis. */
  note: z.string().optional(),
  /** As last read. Null or empty: not read, or not given by the service. */
  isLocked: z.boolean().nullable().optional(),
  hasWhoisPrivacy: z.boolean().nullable().optional(),
  nameservers: z.array(z.string()).optional(),
  nameserversReadAt: epochMsSchema.nullable().optional(),
  whoisReadAt: epochMsSchema.nullable().optional(),
  /** When `isLocked` was read: with the lock itself, or with a newer contract. */
  lockReadAt: epochMsSchema.nullable().optional(),
  /**
   * In a page filtered by a text, or by what records point to: the record that matches; null when no record does,
   * because the name, the tags, the customer or the note match.
   */
  match: matchedRecordSchema.nullable().optional(),
  /**
   * In a page filtered by a text, or by what records point to: the tag, the customer or the part of the note that
   * matches; null when the name or a record matches.
   */
  matchedAnnotation: z.string().nullable().optional(),
  /**
   * Only in a page filtered by a text, or by what records point to: the domain name alone, in Punycode or decoded,
   * contains the text. If it is false and `match` and `matchedAnnotation` are null, the domain does not match: it
   * changed after the list was made, or it was selected before the filter was set.
   */
  doesNameMatch: z.boolean().optional(),
})
export type DomainRow = z.infer<typeof domainRowSchema>

const tagsFilterSchema = z.array(z.string().max(200)).min(1).max(20).nullable().default(null)

/**
 * Maximum number of TLDs in a filter: more than exist, including second-level ones such as `co.jp`, so that all but
 * some can be chosen.
 */
const maxFilteredTlds = 5000

export const attributeFilterStates = ['on', 'off', 'unread'] as const
export type AttributeFilterState = (typeof attributeFilterStates)[number]

/**
 * How long ago the details of a domain were read: all within `maxFreshDetailsAgeMs`; all, but at least one before that;
 * or at least one never. If the service says that the domain does not have a detail, the detail counts as read.
 */
export const detailsAges = ['fresh', 'older', 'unread'] as const
export type DetailsAge = (typeof detailsAges)[number]
export const maxFreshDetailsAgeMs = dayMs

/** Filters by facts about domains and servers. `unread`: the fact was never read, or the service does not give it. */
export const attributeFiltersSchema = z.object({
  autoRenew: z.enum(attributeFilterStates).nullable().default(null),
  /** The registrar lock. */
  lock: z.enum(attributeFilterStates).nullable().default(null),
  /** Whois privacy. */
  privacy: z.enum(attributeFilterStates).nullable().default(null),
  detailsAge: z.enum(detailsAges).nullable().default(null),
  /** All labels but the first, in Punycode. Empty: any. */
  tlds: z.array(z.string().max(253)).max(maxFilteredTlds).default([]),
  /** Part of the name of a name server. Empty: any. */
  nameserver: z.string().max(253).default(''),
  /** Domains with a record that points to an address of the server or to its host name. */
  server: z.object({ accountId: idSchema, name: z.string() }).nullable().default(null),
  /** Domains with a record that points to this address, or to this host name or a name below it. Empty: any. */
  pointsTo: z.string().max(253).default(''),
  /** Rows of one of the customers, in any letter case and width. An empty name: rows without a customer. Empty: any. */
  customers: z.array(z.string().max(400)).max(100).default([]),
})
export type AttributeFilters = z.infer<typeof attributeFiltersSchema>

/** Filters by expiry date. All that are set have to match. */
const expiryFilterSchema = z.object({
  /** Number of days from today in Japan. Matches expiry dates up to that day, past dates included. Null: any date. */
  expiresWithinDays: z.number().int().nullable().default(null),
  /** The first and the last matching date. Null: no limit. A row without a date matches neither. */
  expiresFrom: isoDateTextSchema.nullable().default(null),
  expiresTo: isoDateTextSchema.nullable().default(null),
  /** Matches only rows for which the service gives no date, because it is not determined yet. */
  hasNoExpiryDate: z.boolean().default(false),
})
export type ExpiryFilter = z.infer<typeof expiryFilterSchema>

export const domainFilterSchema = z.object({
  ...attributeFiltersSchema.shape,
  ...expiryFilterSchema.shape,
  accountIds: accountIdsSchema,
  /** Null: every status except gone. With `goneStatus`, gone domains match, too, whatever their last status was. */
  statuses: z.array(z.string()).nullable().default(null),
  /** Matches rows that have every tag. Null: any tags or none. */
  tags: tagsFilterSchema,
  /**
   * A complete IP address matches records with that address. Any other text matches words in names and records, or in
   * names, tags, customers and notes.
   */
  text: z.string().max(200).default(''),
})
export type DomainFilter = z.infer<typeof domainFilterSchema>

/** Returns true if the filter searches in records, so that a zone that was never read cannot match. */
export function doesFilterSearchRecords({
  text,
  server,
  pointsTo,
}: Pick<DomainFilter, 'text' | 'server' | 'pointsTo'>): boolean {
  return text !== '' || server !== null || pointsTo !== ''
}

export const zoneRecordSchema = z.object({
  id: z.number().int(),
  type: z.string(),
  host: z.string(),
  content: z.string(),
  ttl: z.number().int(),
  priority: z.number().int(),
})

export const domainSchema = z.object({
  row: domainRowSchema,
  detail: createCachedSchema(domainDetailSchema),
  nameservers: createCachedSchema(nameserversSchema),
  whois: createCachedSchema(whoisSchema),
  lock: createCachedSchema(registrarLockSchema),
  zone: createCachedSchema(z.array(zoneRecordSchema)),
  /**
   * By detail: when Banto last stopped waiting for the outcome of a change of this detail. Null: Banto knows all
   * outcomes.
   */
  unknownChangeAt: z.record(z.enum(domainDetailKinds), epochMsSchema.nullable()),
  annotation: annotationSchema,
  /** The service's name servers, collected from the information of servers; empty when not known. */
  serviceNameservers: z.array(z.string()),
})
export type Domain = z.infer<typeof domainSchema>

export const serverSortKeys = [
  'name',
  'expiry',
  'status',
  'plan',
  'account',
  'readAt',
  'customer',
  'tags',
  'autoRenew',
  'memo',
] as const

export const serverRowSchema = z.object({
  accountId: idSchema,
  name: z.string(),
  serverId: z.string().nullable(),
  planId: z.string().nullable(),
  planName: z.string().nullable(),
  status: z.string(),
  expiryDate: isoDateTextSchema.nullable(),
  autoRenew: z.boolean().nullable(),
  memo: z.string(),
  /** The user's tags, by name. */
  tags: z.array(z.string()),
  /** The user's own customer. Empty: none. */
  customer: z.string(),
  readAt: epochMsSchema,
  /** Later than `readAt` if the memo was set or read apart from the list. */
  memoReadAt: epochMsSchema,
  /** As in `domainRowSchema`. */
  goneSince: epochMsSchema.nullable(),
})
export type ServerRow = z.infer<typeof serverRowSchema>

export const serverSchema = z.object({
  row: serverRowSchema,
  /** The API description shows the shape only in part, so all values are kept as received. */
  info: createCachedSchema(z.record(z.string(), z.unknown())),
  usage: createCachedSchema(z.record(z.string(), z.unknown())),
  annotation: annotationSchema,
})
export type Server = z.infer<typeof serverSchema>

/** A listed server that has an address, as last read. */
export const serverAtAddressSchema = z.object({ accountId: idSchema, name: z.string(), address: z.string() })
export type ServerAtAddress = z.infer<typeof serverAtAddressSchema>

/**
 * A server whose address a stored record of a domain holds. `hosts`: type and host of each of these records, for
 * example `A @`.
 */
export const serverOfDomainSchema = z.object({
  row: serverRowSchema,
  address: z.string(),
  hosts: z.array(z.string()),
  /** When the address of the server or the records were read: the earlier time. */
  readAt: epochMsSchema,
})
export type ServerOfDomain = z.infer<typeof serverOfDomainSchema>

/** The number of days whose last reading of the usage is kept. */
export const maxServerUsageReadings = 366

/** The usage of a server as read at a time. */
export const serverUsageReadingSchema = z.object({ readAt: epochMsSchema, usage: z.record(z.string(), z.unknown()) })
export type ServerUsageReading = z.infer<typeof serverUsageReadingSchema>

export const serverFilterSchema = z.object({
  autoRenew: attributeFiltersSchema.shape.autoRenew,
  customers: attributeFiltersSchema.shape.customers,
  ...expiryFilterSchema.shape,
  accountIds: accountIdsSchema,
  /** As in `domainFilterSchema`. */
  statuses: z.array(z.string()).nullable().default(null),
  /** As in `domainFilterSchema`. */
  tags: tagsFilterSchema,
  /** Matches names, IDs, plans, addresses, memos, tags, customers and notes. */
  text: z.string().max(200).default(''),
})
export type ServerFilter = z.infer<typeof serverFilterSchema>

/** At most as many as can be selected in a list. */
const namedTargetsSchema = z.array(z.object({ accountId: idSchema, name: z.string() })).max(5000)

/**
 * Gone domains or servers: the named ones, or (`names` null) all that match the filter, whose `statuses` are ignored.
 */
export const goneResourceSelectionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('domain'),
    names: namedTargetsSchema.nullable(),
    filter: domainFilterSchema.prefault({}),
  }),
  z.object({
    kind: z.literal('server'),
    names: namedTargetsSchema.nullable(),
    filter: serverFilterSchema.prefault({}),
  }),
])
export type GoneResourceSelection = z.infer<typeof goneResourceSelectionSchema>

/** Number of stored rows, and number of rows per status that match a filter. */
const statusCountsSchema = z.object({
  /** All rows of the accounts, without gone ones. The rest of the filter is ignored. */
  total: z.number().int(),
  /**
   * Rows that match the filter, without gone ones. The filter's `statuses` is ignored, so each count shows one choice.
   */
  byStatus: z.array(z.object({ status: z.string(), count: z.number().int() })),
  /** Number of gone rows that match the filter. */
  gone: z.number().int(),
})
export type RowCountsByStatus = z.infer<typeof statusCountsSchema>

export const inventoryCommands = {
  overview: defineCommand(z.object({ accountIds: accountIdsSchema }), overviewSchema),
  domains: defineCommand(
    z.object({
      filter: domainFilterSchema.prefault({}),
      ...createListSortSchemas(domainSortKeys),
      ...stableListPagingFields,
    }),
    createStableListPageSchema(domainRowSchema),
  ),
  /**
   * Domains that expire within `days` from today in Japan, expired domains included, soonest first. One statement
   * selects them. Pages cannot replace this command, because a sync may move rows between two pages.
   */
  expiring: defineCommand(
    z.object({
      accountIds: accountIdsSchema,
      days: z.number().int().min(0),
      limit: z.number().int().min(1).max(10_000),
    }),
    z.array(domainRowSchema),
  ),
  domainCounts: defineCommand(z.object({ filter: domainFilterSchema.prefault({}) }), statusCountsSchema),
  /** The rows of the named domains that are stored. `matchesFilter`: whether the domain matches the filter. */
  namedDomains: defineCommand(
    z.object({
      names: z.array(z.object({ accountId: idSchema, name: z.string() })).max(500),
      filter: domainFilterSchema.prefault({}),
    }),
    z.array(z.object({ row: domainRowSchema, matchesFilter: z.boolean() })),
  ),
  /**
   * Returns the index in the list of the next domain whose name, or displayed name, begins with `prefix`. The search
   * goes from `from` to the end, and then from the start. Null: there is none.
   */
  findDomainInList: defineCommand(
    z.object({
      filter: domainFilterSchema.prefault({}),
      ...createListSortSchemas(domainSortKeys),
      listId: z.number().int().nullable().default(null),
      prefix: z.string().min(1).max(200),
      from: z.number().int().min(0),
    }),
    z.number().int().nullable(),
  ),
  /** The TLDs of the domains that are not gone, most domains first. */
  domainTlds: defineCommand(
    z.object({ accountIds: accountIdsSchema }),
    z.array(z.object({ tld: z.string(), count: z.number().int() })),
  ),
  /** The accounts that list the named domains (Punycode) now. */
  findDomains: defineCommand(
    z.object({ names: z.array(z.string()).max(1000) }),
    z.array(z.object({ accountId: idSchema, name: z.string() })),
  ),
  /** The named domains (Punycode) that no list has now, each with the label of an account whose list had it. */
  findGoneDomains: defineCommand(
    z.object({ names: z.array(z.string()).max(1000) }),
    z.array(z.object({ name: z.string(), account: z.string() })),
  ),
  /**
   * What a search of the stored data cannot find yet. Only zones and values of domains that match the filter are
   * counted. Values are counted if the filter asks for them, name servers also with `searchesNameservers`.
   */
  neverReadCounts: defineCommand(
    z.object({
      filter: domainFilterSchema.omit({ text: true }).prefault({}),
      searchesNameservers: z.boolean().default(false),
    }),
    unsearchableDataCountsSchema,
  ),
  /**
   * Returns what a sync of each account would read next. Reads every stored detail, which takes about a second for
   * 50,000 domains, outside of the main process. One plan for each account, in the order of `accounts.list`.
   */
  readingPlans: defineCommand(z.object({ accountIds: accountIdsSchema }), z.array(detailReadingPlanSchema)),
  domain: defineCommand(z.object({ accountId: idSchema, name: z.string() }), domainSchema),
  /**
   * Reads the details from the service now, with interactive priority. A detail that cannot be read has `error` set.
   */
  refreshDomain: defineCommand(
    z.object({ accountId: idSchema, name: z.string(), detailKinds: z.array(z.enum(domainDetailKinds)).min(1) }),
    domainSchema,
  ),
  servers: defineCommand(
    z.object({ filter: serverFilterSchema.prefault({}), ...createListSortSchemas(serverSortKeys), ...pagingFields }),
    createPageSchema(serverRowSchema),
  ),
  /** As `namedDomains`. */
  namedServers: defineCommand(
    z.object({
      names: z.array(z.object({ accountId: idSchema, name: z.string() })).max(500),
      filter: serverFilterSchema.prefault({}),
    }),
    z.array(z.object({ row: serverRowSchema, matchesFilter: z.boolean() })),
  ),
  /**
   * Returns the index in the list of the next server whose name begins with `prefix`. The search goes from `from` to
   * the end, and then from the start. Null: there is none.
   */
  findServerInList: defineCommand(
    z.object({
      filter: serverFilterSchema.prefault({}),
      ...createListSortSchemas(serverSortKeys),
      prefix: z.string().min(1).max(200),
      from: z.number().int().min(0),
    }),
    z.number().int().nullable(),
  ),
  serverCounts: defineCommand(z.object({ filter: serverFilterSchema.prefault({}) }), statusCountsSchema),
  server: defineCommand(z.object({ accountId: idSchema, name: z.string() }), serverSchema),
  refreshServer: defineCommand(z.object({ accountId: idSchema, name: z.string() }), serverSchema),
  /**
   * Returns the servers of all accounts whose addresses the stored zone of a domain holds, by name. A gone server is
   * included only for an address that no listed server has.
   */
  serversOfDomain: defineCommand(z.object({ accountId: idSchema, name: z.string() }), z.array(serverOfDomainSchema)),
  /**
   * The listed servers of all accounts that have one of the addresses (as `findIpAddresses` returns them), as last
   * read.
   */
  listedServersAt: defineCommand(z.object({ addresses: z.array(z.string()).max(50) }), z.array(serverAtAddressSchema)),
  /** The last reading of the usage on each day in Japan, oldest first, at most `maxServerUsageReadings`. */
  usageReadings: defineCommand(z.object({ accountId: idSchema, name: z.string() }), z.array(serverUsageReadingSchema)),
  /**
   * Searches names, records, memos, tags, customers, notes and account labels of all accounts. A complete IP address
   * matches by value.
   */
  search: defineCommand(
    z.object({ text: z.string().min(1).max(200), limit: z.number().int().min(1).max(100).default(30) }),
    z.object({ hits: z.array(searchHitSchema), customers: z.array(customerHitSchema) }),
  ),
  /** Counts what `forgetGone` would delete. Named rows that are listed or not stored are left out. */
  previewForgetGone: defineCommand(goneResourceSelectionSchema, forgetGoneResourcesPreviewSchema),
  /**
   * Deletes the previewed rows with everything that is stored of them. The change log, snapshots, orders and logs stay.
   * The service is not called. Errors: not_found (there was another preview since, or a restart).
   */
  forgetGone: defineCommand(z.object({ forgetId: z.number().int() }), forgetGoneResourcesResultSchema),
  /**
   * Accepts the shrunken list (`shrunkenLists` of the account) that was read at `readAt`. The names that the list lacks
   * are marked as gone, and the lists are read again. Errors: conflict (another list was read since), not_found (no
   * list waits).
   */
  acceptShrunkenList: defineCommand(
    z.object({ accountId: idSchema, list: shrunkenListSchema.shape.list, readAt: epochMsSchema }),
    nullSchema,
  ),
}
