import { z } from 'zod'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import {
  accountIdsSchema,
  createCachedSchema,
  isoDateTextSchema,
  idSchema,
  nullSchema,
  createPageSchema,
  pagingFields,
  yenSchema,
} from './common-schemas.ts'
import { defineCommand } from './define-command.ts'
import { maxNamesPerSearch, maxTypedNameLength, nameSearchProgressSchema } from './domain-availability-search.ts'
import {
  openOrderTargetSchema,
  orderIntentFilterSchema,
  orderIntentSortKeys,
  orderIntentViewSchema,
  shownOrderStatuses,
  orderObsoleteReasonSchema,
} from './order-intent-schemas.ts'
import { orderItemSchema } from './order-items.ts'
import { orderJournalHealthSchema } from './order-journal-health.ts'
import {
  externalPurchaseSchema,
  renewalForecastSchema,
  spendingReportSchema,
} from './spending-forecast-and-external-purchase-schemas.ts'
import { orderRunSchema } from './order-run-schema.ts'
import {
  balanceHintSchema,
  listedPriceSchema,
  maxQuoteItems,
  offeredHostingPlanSchema,
  quoteSchema,
} from './quote-and-offer-schemas.ts'

const intentCountFilterSchema = orderIntentFilterSchema.pick({
  accountIds: true,
  kinds: true,
  runId: true,
  waitsFor: true,
  text: true,
})
const intentCountsSchema = z.object({
  total: z.number().int(),
  byStatus: z.array(z.object({ status: z.enum(shownOrderStatuses), count: z.number().int() })),
})

export const orderCommands = {
  /** Plans and prices of the account, as last read; `refresh` reads them now. */
  plans: defineCommand(
    z.object({ accountId: idSchema, refresh: z.boolean().default(false) }),
    createCachedSchema(z.array(offeredHostingPlanSchema)),
  ),
  /** The price list of the account, as last read; `refresh` reads it now. */
  prices: defineCommand(
    z.object({ accountId: idSchema, refresh: z.boolean().default(false) }),
    createCachedSchema(z.array(listedPriceSchema)),
  ),
  /**
   * Proposes a server ID that is in no stored list. Only the service knows whether the ID is free. If it is taken,
   * the order is refused.
   */
  suggestServerId: defineCommand(
    z.object({ accountId: idSchema, wish: z.string().max(60).default('') }),
    z.object({ serverId: z.string() }),
  ),
  /**
   * Checks names one by one, each once. `names`: text as typed or pasted; one entry may hold several names, separated
   * by blanks or commas. A name without a dot is checked under each of `tlds`. The event `orders.searchProgress` brings
   * the results; `total` is their number, texts that cannot be a name included. Errors: invalid_input (more than
   * `maxNamesPerSearch` names).
   */
  search: defineCommand(
    z.object({
      searchId: idSchema,
      accountId: idSchema,
      names: z.array(z.string().min(1).max(maxTypedNameLength)).min(1).max(maxNamesPerSearch),
      tlds: z.array(z.string().min(1).max(63)).max(maxNamesPerSearch).default([]),
      /** Names in Punycode that an earlier search has checked: they are left out, and so are texts that are no name. */
      checked: z.array(z.string().min(1).max(maxTypedNameLength)).max(maxNamesPerSearch).default([]),
    }),
    z.object({ total: z.number().int(), minutes: z.number(), dayFraction: z.number() }),
  ),
  cancelSearch: defineCommand(z.object({ searchId: idSchema }), nullSchema),
  /** Keeps a typed auth code in memory and returns its id for later commands. No other command carries an auth code. */
  keepAuthCode: defineCommand(
    z.object({ authCode: z.string().min(1).max(requestFieldRules.authCode.max) }),
    z.object({ authCodeId: idSchema }),
  ),
  discardAuthCode: defineCommand(z.object({ authCodeId: idSchema }), nullSchema),
  /**
   * Prices items and checks what can be checked before payment. The price lists and the lists of domains or servers are
   * read now. A single item is checked by a dry run as well. Several names to acquire are priced by availability
   * results of the last ten minutes, if there are any. If the same name is quoted again, its availability is checked
   * again. The caller chooses `quoteId`, so that the caller can discard the quote before it is complete. Progress: the
   * event `orders.quoteProgress`. `authCodeIds`: from each name to transfer to the id of its auth code. `replaces`:
   * orders on hold for lack of balance that these items replace; each is abandoned when its row is confirmed. Errors:
   * cancelled (the quote was discarded), not_found (an account was removed).
   */
  quote: defineCommand(
    z.object({
      quoteId: idSchema,
      items: z.array(orderItemSchema).min(1).max(maxQuoteItems),
      authCodeIds: z.record(z.string(), idSchema).default({}),
      replaces: z.array(idSchema).max(maxQuoteItems).default([]),
    }),
    quoteSchema,
  ),
  discardQuote: defineCommand(z.object({ quoteId: idSchema }), nullSchema),
  /** Reads the price of an item now. `yen` is null when the service states no price that can be paid. */
  currentPrice: defineCommand(orderItemSchema, z.object({ yen: yenSchema.nullable() })),
  /**
   * The user's decision to buy these rows for this total. Writes the intents durably, then sends them. Errors:
   * not_found (the quote no longer exists), conflict (`totalYen` differs from the quote), open_intent, disk_full,
   * database_failed, journal_locked.
   */
  confirm: defineCommand(
    z.object({
      quoteId: idSchema,
      rowIds: z.array(idSchema).min(1).max(maxQuoteItems),
      totalYen: yenSchema,
      agreesToTerms: z.literal(true),
    }),
    z.object({ runId: idSchema, intentIds: z.array(idSchema) }),
  ),
  list: defineCommand(
    z.object({
      filter: orderIntentFilterSchema.prefault({}),
      sort: z.enum(orderIntentSortKeys).default('createdAt'),
      isDescending: z.boolean().default(true),
      ...pagingFields,
    }),
    createPageSchema(orderIntentViewSchema.omit({ steps: true })),
  ),
  /**
   * The open orders, each with the problem that a quote states for another order of its target. Empty when the order
   * journal is closed.
   */
  listOpenTargets: defineCommand(nullSchema, z.array(openOrderTargetSchema)),
  /** The plans of servers whose names are stored, by account. */
  planNames: defineCommand(
    nullSchema,
    z.array(z.object({ accountId: idSchema, planId: z.string(), name: z.string() })),
  ),
  intent: defineCommand(z.object({ intentId: idSchema }), orderIntentViewSchema),
  /**
   * Why an order that was not carried out needs no further action, as far as the stored lists show. Errors: not_found.
   */
  obsoleteReason: defineCommand(z.object({ intentId: idSchema }), orderObsoleteReasonSchema.nullable()),
  counts: defineCommand(intentCountFilterSchema, intentCountsSchema),
  /**
   * The counts beside the list of orders, and the runs, all of one moment. `matching`: the orders of the filter.
   * `waiting`: the orders of the filter without its `waitsFor` that wait for the user. `total`: the orders of the
   * accounts.
   */
  countsAndRuns: defineCommand(
    intentCountFilterSchema,
    z.object({
      matching: intentCountsSchema,
      waiting: z.number().int(),
      total: z.number().int(),
      runs: z.array(orderRunSchema),
    }),
  ),
  /**
   * Returns three kinds of runs: runs that have not ended, runs that ended since the app started, and runs of the last
   * week whose declined orders were not ordered again.
   */
  runs: defineCommand(nullSchema, z.array(orderRunSchema)),
  /**
   * The orders of a run that were not carried out and were not ordered again. Reasons: insufficient balance, a changed
   * price, or a refused key. `isHeld`: the order must be named in `replaces`.
   */
  listOrdersToQuoteAgain: defineCommand(
    z.object({ runId: idSchema }),
    z.object({
      orders: z.array(
        z.object({
          intentId: idSchema,
          item: orderItemSchema,
          yen: yenSchema,
          expiryDate: isoDateTextSchema.nullable(),
          isHeld: z.boolean(),
        }),
      ),
    }),
  ),
  pauseRun: defineCommand(z.object({ runId: idSchema }), nullSchema),
  /** Resumes the run, orders on hold included. */
  resumeRun: defineCommand(z.object({ runId: idSchema }), nullSchema),
  /** Abandons the orders that were not sent. Orders that were sent continue. */
  cancelRun: defineCommand(z.object({ runId: idSchema }), nullSchema),
  /** Hides an ended run, also after a restart. Its declined orders no longer count as waiting for the user. */
  dismissRun: defineCommand(z.object({ runId: idSchema }), nullSchema),
  /** Abandons planned intents. Intents that were sent in the meantime are not changed. */
  abandon: defineCommand(
    z.object({ intentIds: z.array(idSchema).min(1).max(5000) }),
    z.object({ abandoned: z.number().int() }),
  ),
  /** Reads the outcome of an unsettled intent from the service now. */
  readAgain: defineCommand(z.object({ intentId: idSchema }), orderIntentViewSchema),
  /**
   * Settles an unsettled intent by the user's decision. `repeat` makes a new intent with the same target and price: the
   * only way to a new idempotency key.
   */
  settle: defineCommand(
    z.object({ intentId: idSchema, happened: z.boolean(), repeat: z.boolean().default(false) }),
    orderIntentViewSchema,
  ),
  /**
   * `labels`: texts for headings, kinds, statuses, hold reasons, events and facts. Their keys look like `heading.yen`,
   * `status.done` and `fact.expiry_date`. `{value}` is replaced by the observed value. `path` is null when the user
   * closed the dialog.
   */
  exportCsv: defineCommand(
    z.object({ filter: orderIntentFilterSchema.prefault({}), labels: z.record(z.string(), z.string()).default({}) }),
    z.object({ path: z.string().nullable() }),
  ),
  spending: defineCommand(z.object({ accountIds: accountIdsSchema }), spendingReportSchema),
  forecast: defineCommand(z.object({ accountIds: accountIdsSchema }), renewalForecastSchema),
  externalPurchases: defineCommand(z.object({ accountIds: accountIdsSchema }), z.array(externalPurchaseSchema)),
  balanceHints: defineCommand(nullSchema, z.array(balanceHintSchema)),
  journal: defineCommand(nullSchema, orderJournalHealthSchema),
}

export const orderEvents = {
  /** Intents changed; views that show these intents query them again. */
  'orders.changed': z.object({ intentIds: z.array(idSchema) }),
  'orders.runs': z.array(orderRunSchema),
  'orders.quoteProgress': z.object({ quoteId: idSchema, done: z.number().int(), total: z.number().int() }),
  /** A typed auth code was kept for too long and is discarded. The user has to type it again. */
  'orders.authCodeExpired': z.object({ authCodeId: idSchema }),
  'orders.searchProgress': nameSearchProgressSchema,
  'orders.journal': orderJournalHealthSchema,
}
