import { z } from 'zod'
import { id, instant, yen } from './common-schemas.ts'
import { intentKinds } from '#shared/intent-kinds.ts'

export const spendingSchema = z.object({
  /** Done intents by the month of their settling in Japan, `YYYY-MM`. */
  months: z.array(
    z.object({
      month: z.string(),
      accountId: id,
      accountLabel: z.string(),
      kind: z.enum(intentKinds),
      yen,
      count: z.number().int(),
    }),
  ),
  /** What may have been charged beside that: intents that are not settled. */
  unsettledYen: yen,
  unsettled: z.number().int(),
})
export type Spending = z.infer<typeof spendingSchema>

export const forecastSchema = z.object({
  /** Renewals by the month of expiry, from this month on, twelve months; one year each, at the price list's prices. */
  months: z.array(
    z.object({
      month: z.string(),
      accountId: id,
      yen,
      domains: z.number().int(),
      /** Domains without a known price, and servers, whose renewal price the service does not tell. */
      unpriced: z.number().int(),
      servers: z.number().int(),
    }),
  ),
  /** The oldest of the expiry dates and prices it is made from; null when none was read. */
  readAt: instant.nullable(),
  pricedAt: instant.nullable(),
  /** Accounts whose lists were never read, and those with domains in these months whose price list never was. */
  accountsUnread: z.number().int(),
  accountsUnpriced: z.number().int(),
})
export type Forecast = z.infer<typeof forecastSchema>

/** A POST to a paid path in an account's execution log that no intent of this Banto sent: another machine, another tool. A dry run looks the same. */
export const externalPurchaseSchema = z.object({
  accountId: id,
  keyId: id,
  at: instant,
  path: z.string(),
  kind: z.enum(intentKinds),
  /** Null where the path names none. */
  target: z.string().nullable(),
  statusCode: z.number().int(),
  ipAddress: z.string().nullable(),
})
export type ExternalPurchase = z.infer<typeof externalPurchaseSchema>
