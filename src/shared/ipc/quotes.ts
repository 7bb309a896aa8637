import { z } from 'zod'
import { availabilitySchema, priceItemSchema } from '#shared/api/domain-schemas.ts'
import { limitClasses } from '#shared/api/limits.ts'
import { planPeriodSchema, planSchema } from '#shared/api/server-endpoints.ts'
import { wireErrorSchema } from '#shared/app-error.ts'
import { date, id, instant, yen } from './common-schemas.ts'
import { orderItemSchema } from './order-items.ts'

/** Of items that are priced, and of rows that are confirmed, at once. */
export const maxQuoteItems = 5_000

/** Why a price that the service states cannot be paid. */
export const unpayableReasons = ['foreign_currency', 'negative_price'] as const
/** `stated`: the currency that is not yen, or the amount below zero. */
export const unpayablePriceSchema = z.object({ reason: z.enum(unpayableReasons), stated: z.string() })
export type UnpayablePrice = z.infer<typeof unpayablePriceSchema>

/** Prices as main parsed them: with `unpayable` set, they hold no amount. */
export const listedPriceSchema = priceItemSchema.extend({ unpayable: unpayablePriceSchema.nullable() })
export type ListedPrice = z.infer<typeof listedPriceSchema>
export const nameAvailabilitySchema = availabilitySchema.extend({ unpayable: unpayablePriceSchema.nullable() })
export type NameAvailability = z.infer<typeof nameAvailabilitySchema>
export const offeredPeriodSchema = planPeriodSchema.extend({
  total_price: yen.nullable(),
  unpayable: unpayablePriceSchema.nullable(),
})
export type OfferedPeriod = z.infer<typeof offeredPeriodSchema>
export const offeredPlanSchema = planSchema.extend({ periods: z.array(offeredPeriodSchema) })
export type OfferedPlan = z.infer<typeof offeredPlanSchema>

/** Why an item cannot be bought, before a yen is spent; texts are in the renderer, one per reason. */
export const quoteProblems = [
  'no_key', // no key of the account may do it; error.details.reasons
  'keys_refused', // the account has no key that can be sent: expired, not accepted, missing
  'read_only',
  'paused',
  'open_intent', // another decision about the same target is not settled: `intentId`
  'twice', // the same target stands in the basket before
  'unknown_domain', // the account's list does not show it
  'expired', // not renewable here
  'not_active', // another status; `error` may hold the service's words
  'no_expiry',
  'no_price', // the TLD has no price for this
  ...unpayableReasons, // `error` has the currency or the amount as the service stated it
  'jp_transfer', // JP and attribute-type JP domains cannot be transferred here
  'attribute_jp',
  'already_listed', // in the account already
  'transfer_failed', // in the account, as a transfer that failed
  'registered',
  'unsupported_tld',
  'invalid_name',
  'external_conflict',
  'premium',
  'plan_not_available',
  'server_id_taken', // in a list of ours
  'auth_code_missing',
  'refused', // the dry run: `error` has the service's code and message
  'unread', // what is needed could not be read now: `error`
] as const
export type QuoteProblem = (typeof quoteProblems)[number]

export const quoteRowSchema = z.object({
  id,
  item: orderItemSchema,
  /** Total of the row, tax included; null when no price is known. */
  yen: yen.nullable(),
  yenPerYear: yen.nullable(),
  /** Before a campaign; of plans only. */
  regularYen: yen.nullable(),
  isCampaign: z.boolean().nullable(),
  /** Renewals: the expiry this price is for, and the one it leads to. */
  expiryDate: date.nullable(),
  newExpiryDate: date.nullable(),
  /** The price stood a dry run; else it comes from the price list and is guarded when it is sent. */
  isDryRun: z.boolean(),
  pricedAt: instant.nullable(),
  problem: z
    .object({ reason: z.enum(quoteProblems), error: wireErrorSchema.nullable(), intentId: id.nullable() })
    .nullable(),
})
export type QuoteRow = z.infer<typeof quoteRowSchema>

/** There is no balance endpoint: all that is known is what the service last said. */
export const balanceHintSchema = z.object({
  accountId: id,
  /** When it last answered that the balance does not suffice, and for which amount; null when never. */
  refusedAt: instant.nullable(),
  refusedYen: yen.nullable(),
  /** The last paid operation that went through. */
  paidAt: instant.nullable(),
})
export type BalanceHint = z.infer<typeof balanceHintSchema>

export const quoteSchema = z.object({
  quoteId: id,
  at: instant,
  rows: z.array(quoteRowSchema),
  accounts: z.array(
    z.object({
      accountId: id,
      /** Rows without a problem, and what they cost. */
      rows: z.number().int(),
      yen,
      /** Null: the record of orders is closed. */
      hint: balanceHintSchema.nullable(),
      /** Open orders of the account that these do not replace. */
      otherOpenOrders: z.number().int(),
      /** For what sending costs of the quota. */
      callQuotas: z.record(z.enum(limitClasses), z.object({ perMinute: z.number(), perDay: z.number() })),
    }),
  ),
  totalYen: yen,
})
export type Quote = z.infer<typeof quoteSchema>
