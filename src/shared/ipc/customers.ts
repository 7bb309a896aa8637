import { z } from 'zod'
import { customerNameSchema } from './annotations.ts'
import {
  isoDateTextSchema,
  epochMsSchema,
  idSchema,
  createPageSchema,
  pagingFields,
  yenSchema,
} from './common-schemas.ts'
import { defineCommand } from './define-command.ts'

/**
 * Domains and servers of all accounts that the user gave to one customer. Those that are gone from their lists count in
 * `gone` only.
 */
const countFields = {
  domains: z.number().int(),
  servers: z.number().int(),
  gone: z.number().int(),
  /**
   * Number of domains and servers of which nothing is stored, because the list of their account was not read or no key
   * may read it.
   */
  notRead: z.number().int(),
  /**
   * Number of domains and servers of accounts that the database does not have, because it replaced another one. They
   * become those of an account that lists them.
   */
  ofUnknownAccount: z.number().int(),
}

export const customerSchema = z.object({
  name: z.string(),
  ...countFields,
  /** The earliest expiry date, past dates included. Null: none is known. */
  nextExpiry: isoDateTextSchema.nullable(),
})
export type Customer = z.infer<typeof customerSchema>

/**
 * The reasons why the price of a renewal is not known. `pricesNotRead`: the price list of the account was never read.
 * `notListed`: the list has no renewal price for the TLD. `unpayable`: the listed price is negative or not in yen.
 * `notActive`: only active domains can be renewed. `server`: the service gives no renewal prices for servers.
 */
export const unknownPriceReasons = ['pricesNotRead', 'notListed', 'unpayable', 'notActive', 'server'] as const
export type UnknownPriceReason = (typeof unknownPriceReasons)[number]

/** The listed price of a renewal for one year. `yen` null: see `unknown`. `readAt`: when the price list was read. */
export const renewalPriceSchema = z.object({
  yen: yenSchema.nullable(),
  readAt: epochMsSchema.nullable(),
  unknown: z.enum(unknownPriceReasons).nullable(),
})
export type RenewalPrice = z.infer<typeof renewalPriceSchema>

export const customerResourceSchema = z.object({
  kind: z.enum(['domain', 'server']),
  accountId: idSchema,
  name: z.string(),
  decodedName: z.string().nullable(),
  status: z.string(),
  expiryDate: isoDateTextSchema.nullable(),
  autoRenew: z.boolean().nullable(),
  /** When `autoRenew` was read. Null: never. */
  autoRenewReadAt: epochMsSchema.nullable(),
  /** When the status and the expiry date were read, from the list or from the details. */
  readAt: epochMsSchema,
  renewal: renewalPriceSchema,
})
export type CustomerResource = z.infer<typeof customerResourceSchema>

export const customerSummarySchema = z.object({
  name: z.string(),
  ...countFields,
  /** Names of those in `gone` of which nothing but what the user entered is stored. */
  unstored: z.array(z.string()),
  /** Number of names that several accounts list for the customer. Such a domain or server counts once per account. */
  listedBySeveral: z.number().int(),
  /** Sum of the known renewal prices of the active domains, for one year each, and the number of these domains. */
  yen: yenSchema,
  priced: z.number().int(),
  /** Number of domains whose price is not known, by reason. Servers are not counted. */
  unpriced: z.object({
    pricesNotRead: z.number().int(),
    notListed: z.number().int(),
    unpayable: z.number().int(),
    notActive: z.number().int(),
  }),
  /** When the oldest price list of the sum was read. Null: no price is known. */
  pricedAt: epochMsSchema.nullable(),
  /**
   * When the oldest list that contains the domains and servers was read. Null: there are none, or one of the lists was
   * never read completely, also a list that may contain those of `notRead`.
   */
  listsReadAt: epochMsSchema.nullable(),
  /** The accounts of the active domains, whose price lists the sum needs. */
  accountIds: z.array(idSchema),
})
export type CustomerSummary = z.infer<typeof customerSummarySchema>

export const customerCommands = {
  /** All customers in use, by name. */
  list: defineCommand(z.object({}), z.array(customerSchema)),
  /** Errors: not_found (no domain and no server has the customer). */
  summary: defineCommand(z.object({ name: customerNameSchema }), customerSummarySchema),
  /**
   * Renames a customer for its domains and servers in all accounts, in one step. Returns the name in the spelling that
   * is stored. `mayMerge`: if another customer has the name, both become one. Errors: not_found, conflict (another
   * customer has the name).
   */
  rename: defineCommand(
    z.object({
      name: customerNameSchema,
      newName: customerNameSchema.refine((name) => name !== ''),
      mayMerge: z.boolean().default(false),
    }),
    z.object({ renameId: z.number().int(), name: z.string() }),
  ),
  /**
   * Gives the domains and servers of a renaming their former customer again, unless they got another customer since.
   * Errors: not_found (another customer was renamed since, or a restart).
   */
  undoRename: defineCommand(z.object({ renameId: z.number().int() }), z.object({ name: z.string() })),
  /** The domains and servers that are not gone, soonest expiry first; without an expiry date last. */
  items: defineCommand(
    z.object({ name: customerNameSchema, ...pagingFields }),
    createPageSchema(customerResourceSchema),
  ),
}

export const customerEvents = {
  /**
   * A customer was renamed or merged, or (`isUndone`) has its former name again. Saved views have the new name already.
   */
  'customers.renamed': z.object({
    renameId: z.number().int(),
    former: customerNameSchema,
    name: customerNameSchema,
    isUndone: z.boolean(),
  }),
}
