import { z } from 'zod'
import type { AccountCallObstacleReason } from '#shared/find-account-call-obstacle.ts'
import { availabilitySchema, tldPriceRowSchema } from '#shared/api/domain-schemas.ts'
import { rateLimitClasses } from '#shared/api/service-limits.ts'
import { hostingPlanPeriodSchema, hostingPlanSchema } from '#shared/api/server-contract-and-order-endpoints.ts'
import { wireErrorSchema } from '#shared/app-error.ts'
import { isoDateTextSchema, idSchema, epochMsSchema, yenSchema } from './common-schemas.ts'
import { orderItemSchema } from './order-items.ts'

/** Maximum number of items in one quote, and of rows in one confirmation. */
export const maxQuoteItems = 5_000

/** The reasons why a price that the service states cannot be paid. */
export const unpayableReasons = ['foreign_currency', 'negative_price'] as const
/** `stated`: the foreign currency or the negative amount, as the service stated it. */
export const unpayablePriceSchema = z.object({ reason: z.enum(unpayableReasons), stated: z.string() })
export type UnpayablePrice = z.infer<typeof unpayablePriceSchema>

/** Prices as parsed by main. With `unpayable` set, the amounts are null. */
export const listedPriceSchema = tldPriceRowSchema.extend({ unpayable: unpayablePriceSchema.nullable() })
export type ListedPrice = z.infer<typeof listedPriceSchema>
export const nameAvailabilitySchema = availabilitySchema.extend({ unpayable: unpayablePriceSchema.nullable() })
export type NameAvailability = z.infer<typeof nameAvailabilitySchema>
export const offeredHostingPlanPeriodSchema = hostingPlanPeriodSchema.extend({
  total_price: yenSchema.nullable(),
  unpayable: unpayablePriceSchema.nullable(),
})
export type OfferedHostingPlanPeriod = z.infer<typeof offeredHostingPlanPeriodSchema>
export const offeredHostingPlanSchema = hostingPlanSchema.extend({ periods: z.array(offeredHostingPlanPeriodSchema) })
export type OfferedHostingPlan = z.infer<typeof offeredHostingPlanSchema>

/** The reasons why an item cannot be bought, found before anything is paid. The renderer has one text per reason. */
export const quoteProblemCodes = [
  'no_permission', // no key of the account has the permission; error.details.reasons
  'no_keys',
  'no_usable_key', // every key of the account that has the permission is expired, quarantined, missing …
  'read_only',
  'paused',
  'open_intent', // another intent for the same target is not settled: `intentId`
  'waiting_intent', // another intent for the same target is not sent yet, and nothing was charged for it: `intentId`
  'ended_intent', // the other intent for the same target has ended since the check: `intentId`; set by the renderer
  'same_target_twice', // an earlier item of the quote can buy the same target
  'unknown_domain', // not in the account's list
  'expired', // cannot be renewed through the API
  'not_active', // another status; `error` may have the service's message
  'no_expiry',
  'no_price', // the service states no price for this operation
  ...unpayableReasons, // `error` has the currency or the amount as the service stated it
  'jp_transfer', // JP and organizational-type JP domains cannot be transferred through the API
  'attribute_jp',
  'already_listed', // already in the account
  'transfer_failed', // in the account, with a failed transfer
  'transfer_incomplete', // not renewable, because the transfer of the domain failed
  'registered',
  'unsupported_tld',
  'invalid_name',
  'external_conflict',
  'premium',
  'name_unavailable', // for no listed reason; `error` may have the service's words
  'plan_not_available',
  'server_id_taken', // in a stored or just read server list
  'auth_code_missing',
  'refused', // by the dry run; `error` has the service's code and message
  'data_not_read', // data needed for the check could not be read: `error`
] as const
export type QuoteProblem = (typeof quoteProblemCodes)[number]

/** The problem of an item whose account cannot send the order. */
export const quoteProblemByAccountObstacle = {
  paused: 'paused',
  read_only: 'read_only',
  no_keys: 'no_keys',
  keys_refused: 'no_usable_key',
  no_permission: 'no_permission',
} as const satisfies Record<AccountCallObstacleReason, QuoteProblem>

export const quoteRowSchema = z.object({
  id: idSchema,
  item: orderItemSchema,
  /** Total of the row, with tax; null when no price is known. */
  yen: yenSchema.nullable(),
  yenPerYear: yenSchema.nullable(),
  /** The price without the campaign; for plans only. */
  regularYen: yenSchema.nullable(),
  isCampaign: z.boolean().nullable(),
  /** Renewals: the current expiry date. */
  expiryDate: isoDateTextSchema.nullable(),
  /** When the list that states `expiryDate` was read; null without that date. The price may have been read later. */
  expiryReadAt: epochMsSchema.nullable(),
  /** Renewals: the expiry date after the renewal. */
  newExpiryDate: isoDateTextSchema.nullable(),
  /**
   * True when a dry run accepted the price. Otherwise it comes from a price list, and the service checks it on sending.
   */
  isDryRun: z.boolean(),
  pricedAt: epochMsSchema.nullable(),
  problem: z
    .object({ reason: z.enum(quoteProblemCodes), error: wireErrorSchema.nullable(), intentId: idSchema.nullable() })
    .nullable(),
})
export type QuoteRow = z.infer<typeof quoteRowSchema>

/** The service has no balance endpoint. The hint comes from its last responses to orders and dry runs. */
export const balanceHintSchema = z.object({
  accountId: idSchema,
  /** When and to what the service last answered that the balance is insufficient; null when it never did. */
  refusal: z.object({ at: epochMsSchema, yen: yenSchema, call: z.enum(['order', 'dry_run']) }).nullable(),
  /**
   * When the service last answered an order with its success; null when it never did, or when it is not known whether
   * the order was charged before or after the refusal.
   */
  paidAt: epochMsSchema.nullable(),
})
export type BalanceHint = z.infer<typeof balanceHintSchema>

export const quoteSchema = z.object({
  quoteId: idSchema,
  at: epochMsSchema,
  rows: z.array(quoteRowSchema),
  accounts: z.array(
    z.object({
      accountId: idSchema,
      /** Number of rows without a problem; `yen` is their sum. */
      rows: z.number().int(),
      yen: yenSchema,
      /** Null when the order journal is closed. */
      hint: balanceHintSchema.nullable(),
      /** Number of open orders of the account that this quote does not replace. */
      otherOpenOrders: z.number().int(),
      /** The rate limits, to compute the quota cost of sending. */
      callLimitsByClass: z.record(z.enum(rateLimitClasses), z.object({ perMinute: z.number(), perDay: z.number() })),
    }),
  ),
  totalYen: yenSchema,
})
export type Quote = z.infer<typeof quoteSchema>
