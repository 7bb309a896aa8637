import { z } from 'zod'
import { fieldRules } from '#shared/api/limits.ts'
import { accountIds, cachedSchema, date, id, none, pageSchema, pagingFields, yen } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'
import { maxSearchNames, maxTypedNameLength, nameSearchProgressSchema } from './name-search.ts'
import { intentFilterSchema, intentSortKeys, intentViewSchema, orderStatuses, overtakenSchema } from './order-intents.ts'
import { orderItemSchema } from './order-items.ts'
import { journalStateSchema } from './order-journal.ts'
import { externalPurchaseSchema, forecastSchema, spendingSchema } from './order-reports.ts'
import { orderRunSchema } from './order-runs.ts'
import { balanceHintSchema, listedPriceSchema, maxQuoteItems, offeredPlanSchema, quoteSchema } from './quotes.ts'

export const orderCommands = {
  /** Plans and prices of the account, as last read; `refresh` reads them now. */
  plans: defineCommand(z.object({ accountId: id, refresh: z.boolean().default(false) }), cachedSchema(z.array(offeredPlanSchema))),
  /** The price list of the account, as last read; `refresh` reads it now. */
  prices: defineCommand(z.object({ accountId: id, refresh: z.boolean().default(false) }), cachedSchema(z.array(listedPriceSchema))),
  /** A server id that no list of ours shows; whether it is free, the service tells with the order at the latest. */
  suggestServerId: defineCommand(z.object({ accountId: id, wish: z.string().max(60).default('') }), z.object({ serverId: z.string() })),
  /**
   * Looks names up one by one, each once: `names` as they were typed or pasted (several may stand in one, parted by blanks or commas), those
   * without a dot under each of `tlds`. Results come as `orderCommands.found`, `total` of them, those that cannot be a name among them. Errors:
   * invalid_input (they are more than `maxSearchNames`).
   */
  search: defineCommand(
    z.object({
      searchId: id,
      accountId: id,
      names: z.array(z.string().min(1).max(maxTypedNameLength)).min(1).max(maxSearchNames),
      tlds: z.array(z.string().min(1).max(63)).max(maxSearchNames).default([]),
    }),
    z.object({ total: z.number().int(), minutes: z.number(), dayShare: z.number() }),
  ),
  cancelSearch: defineCommand(z.object({ searchId: id }), none),
  /** Keeps a typed auth code in memory; the ticket stands for it. The only command in which one crosses. */
  keepAuthCode: defineCommand(z.object({ authCode: z.string().min(1).max(fieldRules.authCode.max) }), z.object({ authCodeId: id })),
  discardAuthCode: defineCommand(z.object({ authCodeId: id }), none),
  /**
   * Prices items and checks what can be checked before paying: one item by a dry run, several by the price list and the lists of domains,
   * read now, and names to acquire as they were found minutes ago, unless the same was asked before. `quoteId` is the caller's, so that it
   * can be dropped while it is made; progress comes as `orderCommands.quoting`. `authTickets`: by the names to transfer. `replaces`: orders on hold for want of balance
   * that give way to these items: each is taken back when its row is confirmed. Errors: cancelled (it was
   * dropped), not_found (an account is gone).
   */
  quote: defineCommand(
    z.object({
      quoteId: id,
      items: z.array(orderItemSchema).min(1).max(maxQuoteItems),
      authCodeIds: z.record(z.string(), id).default({}),
      replaces: z.array(id).max(maxQuoteItems).default([]),
    }),
    quoteSchema,
  ),
  discardQuote: defineCommand(z.object({ quoteId: id }), none),
  /**
   * The person's decision: these rows, for this total. Writes the intents durably, then sends them. Errors: not_found (the quote is gone),
   * conflict (`totalYen` is another), open_intent, disk_full, database_failed, journal_locked.
   */
  confirm: defineCommand(
    z.object({ quoteId: id, rowIds: z.array(id).min(1).max(maxQuoteItems), totalYen: yen, agreesToTerms: z.literal(true) }),
    z.object({ runId: id, intentIds: z.array(id) }),
  ),
  list: defineCommand(
    z.object({ filter: intentFilterSchema.prefault({}), sort: z.enum(intentSortKeys).default('createdAt'), isDescending: z.boolean().default(true), ...pagingFields }),
    pageSchema(intentViewSchema.omit({ steps: true })),
  ),
  intent: defineCommand(z.object({ intentId: id }), intentViewSchema),
  /** Why nothing is left to do for an order that was not carried out, as far as the stored lists show it. Errors: not_found. */
  overtaken: defineCommand(z.object({ intentId: id }), overtakenSchema.nullable()),
  counts: defineCommand(
    intentFilterSchema.pick({ accountIds: true, kinds: true, runId: true, waitsFor: true, text: true }),
    z.object({ total: z.number().int(), byStatus: z.array(z.object({ status: z.enum(orderStatuses), count: z.number().int() })) }),
  ),
  /** Runs that are not ended, those that ended since the start of the app, and those of the last week with orders to price again. */
  runs: defineCommand(none, z.array(orderRunSchema)),
  /** The orders of a run that were not carried out, for want of balance or because the price had changed, and were not ordered anew; `isHeld`: to be named in `replaces`. */
  toRequote: defineCommand(
    z.object({ runId: id }),
    z.object({ orders: z.array(z.object({ intentId: id, item: orderItemSchema, yen, expiryDate: date.nullable(), isHeld: z.boolean() })) }),
  ),
  pauseRun: defineCommand(z.object({ runId: id }), none),
  /** Also goes on with what was held. */
  resumeRun: defineCommand(z.object({ runId: id }), none),
  /** What was not sent is abandoned; what was sent goes on. */
  cancelRun: defineCommand(z.object({ runId: id }), none),
  /** Puts an ended run away, also after a restart: what was declined in it does not count as waiting for the person. */
  dismissRun: defineCommand(z.object({ runId: id }), none),
  /** Takes planned intents back. Those that were sent meanwhile stay. */
  abandon: defineCommand(z.object({ intentIds: z.array(id).min(1).max(5000) }), z.object({ abandoned: z.number().int() })),
  /** Reads now what became of an unsettled intent. */
  readAgain: defineCommand(z.object({ intentId: id }), intentViewSchema),
  /** The last word on an unsettled intent. `repeat` makes a new intent with the same target and price: the only way to a new idempotency key. */
  settle: defineCommand(z.object({ intentId: id, happened: z.boolean(), repeat: z.boolean().default(false) }), intentViewSchema),
  /** `words`: what headings, kinds, statuses, holds, events and facts are called, by `heading.yen`, `status.done`, `fact.expiry_date` … (`{value}` stands for what was seen). Null when the person closed the dialog. */
  exportCsv: defineCommand(z.object({ filter: intentFilterSchema.prefault({}), words: z.record(z.string(), z.string()).default({}) }), z.object({ path: z.string().nullable() })),
  spending: defineCommand(z.object({ accountIds }), spendingSchema),
  forecast: defineCommand(z.object({ accountIds }), forecastSchema),
  externalPurchases: defineCommand(z.object({ accountIds }), z.array(externalPurchaseSchema)),
  balanceHints: defineCommand(none, z.array(balanceHintSchema)),
  journal: defineCommand(none, journalStateSchema),
}

export const orderEvents = {
  /** Intents changed; views that show them ask again. */
  'orders.changed': z.object({ intentIds: z.array(id) }),
  'orders.runs': z.array(orderRunSchema),
  'orders.quoteProgress': z.object({ quoteId: id, done: z.number().int(), total: z.number().int() }),
  'orders.searchProgress': nameSearchProgressSchema,
  'orders.journal': journalStateSchema,
}
