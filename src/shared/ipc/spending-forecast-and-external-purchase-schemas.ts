import { z } from 'zod'
import { idSchema, epochMsSchema, yenSchema } from './common-schemas.ts'
import { orderIntentKinds } from '#shared/order-intent-kinds.ts'

export const spendingReportSchema = z.object({
  /**
   * Done intents, except those of status `already_ordered`. `month`: the month in Japan time when they were settled,
   * `YYYY-MM`.
   */
  months: z.array(
    z.object({
      month: z.string(),
      accountId: idSchema,
      accountLabel: z.string(),
      kind: z.enum(orderIntentKinds),
      yen: yenSchema,
      count: z.number().int(),
    }),
  ),
  /** Sum and number of the intents in `months` that no response of the service confirms. */
  withoutResponseYen: yenSchema,
  withoutResponse: z.number().int(),
  /**
   * Sum and number of the intents that may have been charged in addition: those without an outcome, and those of status
   * `already_ordered` whose repeated order may have been charged and is not counted itself. `unsettledRepeats`: the
   * number of the latter.
   */
  unsettledYen: yenSchema,
  unsettled: z.number().int(),
  unsettledRepeats: z.number().int(),
})
export type SpendingReport = z.infer<typeof spendingReportSchema>

export const renewalForecastSchema = z.object({
  /** Renewal costs by month of expiry, for twelve months from this month: one year per domain, at the listed prices. */
  months: z.array(
    z.object({
      month: z.string(),
      accountId: idSchema,
      yen: yenSchema,
      domains: z.number().int(),
      /** Number of domains without a known renewal price. */
      unpriced: z.number().int(),
      /**
       * Number of servers that expire. They are not in `yen`, because the service gives no renewal prices for servers.
       */
      servers: z.number().int(),
    }),
  ),
  /** When the oldest of the used expiry dates and lists was read; null if none was read. */
  readAt: epochMsSchema.nullable(),
  /** When the oldest of the used prices was read; null if none was read. */
  pricedAt: epochMsSchema.nullable(),
  /** Number of accounts whose lists were never read. */
  accountsUnread: z.number().int(),
  /** Number of accounts with domains in these months whose price list was never read. */
  accountsUnpriced: z.number().int(),
})
export type RenewalForecast = z.infer<typeof renewalForecastSchema>

/**
 * A POST to a paid path in an account's execution log that no answered request of this app explains: it came from
 * another machine or program, unless `isPossiblyOwn` or one of the fields `isBefore…` is set. A dry run looks
 * the same as a purchase.
 */
export const externalPurchaseSchema = z.object({
  /** Row ID of the log entry. */
  id: z.number().int(),
  accountId: idSchema,
  keyId: idSchema,
  at: epochMsSchema,
  path: z.string(),
  kind: z.enum(orderIntentKinds),
  /** Null when the path names no target. */
  target: z.string().nullable(),
  statusCode: z.number().int(),
  ipAddress: z.string().nullable(),
  /** Number of this app's calls near this time that got no response. One of them may have caused the entry. */
  ownUnanswered: z.number().int(),
  /** The log does not show whether this app sent the call: a call without a response or another call fits, too. */
  isPossiblyOwn: z.boolean(),
  /**
   * The entry is possibly own. A call of this app that certainly reached the service fits this entry, or one that could
   * take its place. The number of entries with this flag is the number that this app caused.
   */
  isMatchedByCertainCall: z.boolean(),
  /** The database was rebuilt since, so this app's own dry runs of that time are not known. */
  isBeforeRebuild: z.boolean(),
  /** The sender is uncertain, and this app's own dry runs of that time may have been deleted. */
  isBeforeStoredRequests: z.boolean(),
  /**
   * The entry is older than the key in this app. If `isBeforeKeyRemoval`: older than the key's secret in this app. The
   * service's clock may differ from the clock of this computer by any time, which is taken into account.
   */
  isBeforeKey: z.boolean(),
  /**
   * The entry is about as old as the key's secret in this app or older, and a key was removed or replaced since. This
   * app may have sent the call with that key, or with an account that was removed.
   */
  isBeforeKeyRemoval: z.boolean(),
  /** By the clock of this computer: since when this app has the key's secret. Null if the key was removed meanwhile. */
  keySecretAddedAt: epochMsSchema.nullable(),
})
export type ExternalPurchase = z.infer<typeof externalPurchaseSchema>
