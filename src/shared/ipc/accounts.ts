import { z } from 'zod'
import { keyInformationSchema } from '#shared/api/key-and-log-endpoints.ts'
import { rateLimitClasses, rateLimitNames, type RateLimitClass } from '#shared/api/service-limits.ts'
import { wireErrorSchema } from '#shared/app-error.ts'
import { expiryThresholdsSchema } from '#shared/expiry-thresholds.ts'
import { maxKeyLabelLength } from '#shared/unique-key-label.ts'
import { keyStates } from '#shared/key-states.ts'
import { syncIntervals } from '#shared/sync-schedule.ts'
import { quietHoursSchema } from './app-state-and-settings.ts'
import { defineCommand } from './define-command.ts'
import { idSchema, epochMsSchema, nullSchema } from './common-schemas.ts'

export const accountColours = ['slate', 'red', 'orange', 'amber', 'green', 'teal', 'blue', 'violet', 'pink'] as const
export type AccountColour = (typeof accountColours)[number]

export const keySchema = z.object({
  id: idSchema,
  accountId: idSchema,
  label: z.string(),
  state: z.enum(keyStates),
  /** The service's message about the state, where the service gave one. */
  error: wireErrorSchema.nullable(),
  /** When `/v1/me` last answered for this key; `me` is that answer. */
  checkedAt: epochMsSchema.nullable(),
  me: keyInformationSchema.nullable(),
  expiresAt: epochMsSchema.nullable(),
  addedAt: epochMsSchema,
})
export type Key = z.infer<typeof keySchema>

/** The reasons why an account needs attention, most severe first. The renderer has one text per reason. */
export const accountAttentionReasons = [
  'no_keys',
  'no_usable_key',
  'key_quarantined',
  'key_expired',
  'key_forbidden',
  'key_missing',
  'key_expires_soon',
  'sync_failed',
  'proxy_refused',
  'no_answer',
  'proxy_unreachable',
  'unreachable',
  'details_failed',
  'list_shrunk',
  'stale',
  'no_key_for_domains',
  'no_key_for_servers',
  'shares_domains',
  'never_synced',
] as const
export type AccountAttentionReason = (typeof accountAttentionReasons)[number]

export const accountHealthSchema = z.object({
  level: z.enum(['good', 'attention', 'failing', 'paused']),
  reasons: z.array(z.enum(accountAttentionReasons)),
})

/**
 * A list that lacks many of the entries that are stored. The list is not stored until the user accepts it or a later
 * list agrees with it.
 */
export const shrunkenListSchema = z.object({
  list: z.enum(['domain', 'server']),
  /** How many of the `expectedCount` stored entries the list lacks. */
  missing: z.number().int(),
  expectedCount: z.number().int(),
  /** When the first and the newest list without these entries were read. */
  firstReadAt: epochMsSchema,
  readAt: epochMsSchema,
  /** A list that still lacks these entries is stored when it is read at or after this time. */
  acceptedFrom: epochMsSchema,
})
export type ShrunkenList = z.infer<typeof shrunkenListSchema>

/**
 * The proxy that all calls of an account go through. Its password is in the keychain and never crosses to the window.
 */
export const accountProxySchema = z.object({
  /** Origin, for example `http://proxy.example:3128`. */
  url: z.string(),
  user: z.string(),
  hasPassword: z.boolean(),
})
export type AccountProxy = z.infer<typeof accountProxySchema>

/** Null: the default of the settings. */
const syncIntervalSchema = z.enum(syncIntervals).nullable()
const accountQuietHoursSchema = z.union([quietHoursSchema, z.literal('none')]).nullable()

export const accountSchema = z.object({
  id: idSchema,
  label: z.string(),
  colour: z.enum(accountColours),
  folder: z.string(),
  notes: z.string(),
  baseUrl: z.string(),
  isPaused: z.boolean(),
  isReadOnly: z.boolean(),
  /**
   * A removal of the account paused it, deleted a part of its data and ended early. False once the account is resumed.
   */
  isRemovalUnfinished: z.boolean(),
  addedAt: epochMsSchema,
  proxy: accountProxySchema.nullable(),
  syncInterval: syncIntervalSchema,
  syncQuietHours: accountQuietHoursSchema,
  keys: z.array(keySchema),
  health: accountHealthSchema,
  /** When each list was last read completely; null when never. */
  domainsReadAt: epochMsSchema.nullable(),
  serversReadAt: epochMsSchema.nullable(),
  /** The older of the two times; null while one of the lists was never read. */
  syncedAt: epochMsSchema.nullable(),
  /** The error of the last sync, and when it happened. */
  syncError: wireErrorSchema.nullable(),
  syncErrorAt: epochMsSchema.nullable(),
  /** The counts leave out entries that are marked as gone. */
  domains: z.number().int(),
  servers: z.number().int(),
  shrunkenLists: z.array(shrunkenListSchema),
})
export type Account = z.infer<typeof accountSchema>

const label = z.string().trim().min(1).max(60)
const folder = z.string().trim().max(60)
const notes = z.string().max(4000)
const accountFields = { label, colour: z.enum(accountColours), folder: folder.default(''), notes: notes.default('') }

/** Another account that already shows a domain or server that the tried key sees. */
export const keyTrialOverlapSchema = z.object({
  accountId: idSchema,
  accountLabel: z.string(),
  names: z.array(z.string()),
  count: z.number().int(),
})
export type KeyTrialOverlap = z.infer<typeof keyTrialOverlapSchema>

/**
 * A tried key that main keeps in memory until it is stored. `pendingKeyId` identifies the key, so that the secret
 * is sent over IPC only once.
 */
export const keyTrialResultSchema = z.object({
  pendingKeyId: idSchema,
  me: keyInformationSchema,
  expiresAt: epochMsSchema.nullable(),
  /**
   * How many domains or servers the key sees. Null: the key lacks the service or may not list, or the number is not
   * known (then named in `unread`).
   */
  domains: z.number().int().nullable(),
  servers: z.number().int().nullable(),
  /** Lists that could not be read now. Nothing is known about their entries, overlaps included. */
  unread: z.array(z.enum(['domain', 'server'])).optional(),
  overlaps: z.array(keyTrialOverlapSchema),
})
export type KeyTrialResult = z.infer<typeof keyTrialResultSchema>

/** Unique among the keys of the account; otherwise `invalid_input` with the issue `labelTaken`. */
const keyLabel = z.string().trim().min(1).max(maxKeyLabelLength)
/**
 * `same`: the lists have names in common, so the keys belong to one user. `different`: the lists were compared and have
 * no name in common. `unknown`: the lists could not be compared.
 */
export const keyOwnerComparisonSchema = z.enum(['same', 'different', 'unknown'])
export type KeyOwnerComparison = z.infer<typeof keyOwnerComparisonSchema>

const newKey = z.object({ pendingKeyId: idSchema, label: keyLabel })

export const quotaUsageSchema = z.object({
  accountId: idSchema,
  limitClass: z.enum(rateLimitClasses as [RateLimitClass, ...RateLimitClass[]]),
  perMinute: z.number().int(),
  perDay: z.number().int(),
  concurrent: z.number().int(),
  /**
   * Limits whose number comes from responses. The other limits are from the API description or, where it states none
   * for the class, estimated.
   */
  learnt: z.array(z.enum(rateLimitNames)),
  usedMinute: z.number().int(),
  /** Calls within `usedMinute` that Banto did not make for this account, as far as responses show. */
  usedMinuteElsewhere: z.number().int(),
  usedDay: z.number().int(),
  inFlight: z.number().int(),
  waiting: z.object({
    interactive: z.number().int(),
    paid: z.number().int(),
    job: z.number().int(),
    background: z.number().int(),
  }),
  /** When the limits allow the next call; null when at once, or when a response must arrive first. */
  nextFreeAt: epochMsSchema.nullable(),
  /**
   * Why there is no call before `nextFreeAt`: a limit without a free call, a `Retry-After`, or Banto's own pause of
   * some seconds after a 429 without `Retry-After`. Null if `nextFreeAt` is.
   */
  nextFreeAfter: z.enum(['minute', 'day', 'concurrent', 'retry_after', 'pause_after_429']).nullable(),
  /**
   * True when a 429 without rate-limit headers asked to wait until `nextFreeAt`: it is not known whether a limit was
   * exceeded.
   */
  isWaitUnexplained: z.boolean(),
  /** True when the maximum number of concurrent calls is in progress. */
  waitsForAnswer: z.boolean(),
  /**
   * Until when Banto holds calls of this class, because keys were refused; null if it holds none. `waiting` counts
   * these calls.
   */
  heldUntil: epochMsSchema.nullable(),
  /**
   * When the next call of this class is sent again that ended with an error; null for none. `waiting` counts these
   * calls.
   */
  repeatAt: epochMsSchema.nullable(),
})
export type QuotaUsage = z.infer<typeof quotaUsageSchema>

/** Expiry thresholds in days that the user set for a folder. Folder '': accounts without a folder. */
const folderExpiryThresholdsSchema = z.object({ folder, days: expiryThresholdsSchema })
export type FolderExpiryThresholds = z.infer<typeof folderExpiryThresholdsSchema>

export const accountCommands = {
  list: defineCommand(nullSchema, z.array(accountSchema)),
  /**
   * Tries a typed key with `GET /v1/me` (and the lists, to see overlaps). A key is sent over IPC in this command only,
   * once. With `accountId`, overlaps with that account are not reported. `otherPendingKeyIds`: tried keys that will be
   * stored in the same account. Errors: not_a_url, insecure_url, no_network, tls, timeout, cut_off, too_large,
   * redirected, not_the_service, unknown_shape, service (401, 403, 429 …), key_exists, keychain_*.
   */
  tryKey: defineCommand(
    z.object({
      baseUrl: z.string(),
      secret: z.string().min(1).max(2000),
      accountId: idSchema.nullable().default(null),
      otherPendingKeyIds: z.array(idSchema).default([]),
      /**
       * For a new account: the kept proxy that the call goes through. With `accountId`, the account's own proxy is
       * used.
       */
      pendingProxyId: idSchema.nullable().default(null),
    }),
    keyTrialResultSchema,
  ),
  /**
   * Compares the users of tried keys. The service does not name the user of a key. The lists of the tried keys are
   * therefore compared with each other and with the lists of the account. Null when there are fewer than two to
   * compare.
   */
  matchKeyOwners: defineCommand(
    z.object({ accountId: idSchema.nullable(), pendingKeyIds: z.array(idSchema) }),
    keyOwnerComparisonSchema.nullable(),
  ),
  /** Forgets a tried key that is not wanted. */
  discardPendingKey: defineCommand(z.object({ pendingKeyId: idSchema }), nullSchema),
  add: defineCommand(
    z.object({
      ...accountFields,
      baseUrl: z.string(),
      keys: z.array(newKey).min(1),
      pendingProxyId: idSchema.nullable().default(null),
    }),
    accountSchema,
  ),
  /**
   * Checks the proxy that the user typed and keeps it in the main process until it is stored. So only this command
   * sends the password over IPC, and only once. `password` null: the stored password of `accountId`, which is kept for
   * the same proxy and user only. Sends nothing. Errors: invalid_input with an issue for `proxyUrl`, `proxyUser` or
   * `proxyPassword`.
   */
  keepProxy: defineCommand(
    z.object({
      accountId: idSchema.nullable(),
      proxyUrl: z.string().max(300),
      proxyUser: z.string().max(255),
      proxyPassword: z.string().max(400).nullable(),
    }),
    z.object({ pendingProxyId: idSchema }),
  ),
  /**
   * Sends `GET /v1/me` once, through a kept proxy, with a usable key of the account. An answer also counts as a check
   * of this key; after a 401 the key is not sent again. Errors: proxy_unreachable, proxy_refused, no_key, offline, and
   * those of every call.
   */
  testProxy: defineCommand(
    z.object({ accountId: idSchema, pendingProxyId: idSchema }),
    z.object({ testedAt: epochMsSchema }),
  ),
  /**
   * Stores a kept proxy, which all calls of the account go through from then on. Null: calls go directly again. Errors:
   * keychain_*.
   */
  setProxy: defineCommand(z.object({ accountId: idSchema, pendingProxyId: idSchema.nullable() }), accountSchema),
  /** Fields that are left out do not change. */
  update: defineCommand(
    // `partial` keeps defaults: a field with a default would be written although it was left out.
    z
      .object({
        accountId: idSchema,
        label,
        colour: z.enum(accountColours),
        folder,
        notes,
        isPaused: z.boolean(),
        isReadOnly: z.boolean(),
        syncInterval: syncIntervalSchema,
        syncQuietHours: accountQuietHoursSchema,
      })
      .partial()
      .required({ accountId: true }),
    accountSchema,
  ),
  /** Counts the stored rows that removing the account would delete. Removing changes nothing at the service. */
  removalPreview: defineCommand(
    z.object({ accountId: idSchema }),
    z.object({
      keys: z.number().int(),
      /** Gone ones included. */
      domains: z.number().int(),
      goneDomains: z.number().int(),
      servers: z.number().int(),
      goneServers: z.number().int(),
      records: z.number().int(),
      logEntries: z.number().int(),
      requests: z.number().int(),
      snapshots: z.number().int(),
      zoneDrafts: z.number().int(),
      /** Days of the usage of servers, which cannot be read again. */
      usageReadings: z.number().int(),
      /** Rows of the history of the console. */
      consoleRequests: z.number().int(),
      /** Domains and servers with tags or a note. */
      annotations: z.number().int(),
    }),
  ),
  /**
   * How many unsettled orders need the account or, with `keyId`, the key. Neither can be removed or merged until they
   * are settled.
   */
  openOrders: defineCommand(
    z.object({ accountId: idSchema, keyId: idSchema.nullable() }),
    z.object({ count: z.number().int() }),
  ),
  remove: defineCommand(z.object({ accountId: idSchema }), nullSchema),
  addKey: defineCommand(z.object({ accountId: idSchema, ...newKey.shape }), accountSchema),
  renameKey: defineCommand(z.object({ accountId: idSchema, keyId: idSchema, label: keyLabel }), accountSchema),
  replaceKey: defineCommand(z.object({ accountId: idSchema, keyId: idSchema, pendingKeyId: idSchema }), accountSchema),
  removeKey: defineCommand(z.object({ accountId: idSchema, keyId: idSchema }), accountSchema),
  /** Asks `/v1/me` again with a stored key and lifts its quarantine if it works. */
  retestKey: defineCommand(z.object({ accountId: idSchema, keyId: idSchema }), accountSchema),
  /** Moves the keys of `fromAccountId` into `accountId`: two keys that see the same domain share one quota. */
  merge: defineCommand(z.object({ accountId: idSchema, fromAccountId: idSchema }), accountSchema),
  /** The account into which an account that is no longer listed was merged. Null: it was removed, or is listed. */
  mergedInto: defineCommand(z.object({ accountId: idSchema }), z.object({ accountId: idSchema.nullable() })),
  /** Pairs of accounts that list the same domain or server. */
  overlaps: defineCommand(
    nullSchema,
    z.array(
      z.object({ accountId: idSchema, otherAccountId: idSchema, names: z.array(z.string()), count: z.number().int() }),
    ),
  ),
  quota: defineCommand(nullSchema, z.array(quotaUsageSchema)),
  /** The folders with expiry thresholds of their own. All others have `defaultExpiryThresholds`. */
  folderExpiryThresholds: defineCommand(nullSchema, z.array(folderExpiryThresholdsSchema)),
  /** `days` null: the folder has the default thresholds again. */
  saveFolderExpiryThresholds: defineCommand(
    folderExpiryThresholdsSchema.extend({ days: expiryThresholdsSchema.nullable() }),
    nullSchema,
  ),
}
