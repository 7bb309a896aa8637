import { z } from 'zod'
import { availabilitySchema, domainNameSchema, priceItemSchema } from '#shared/api/domain-schemas.ts'
import { fieldRules, limitClasses, rateLimits } from '#shared/api/limits.ts'
import { planPeriodSchema, planSchema } from '#shared/api/server-endpoints.ts'
import { wireErrorSchema } from '#shared/app-error.ts'
import { defineCommand } from './define-command.ts'
import { accountIds, cachedSchema, date, id, instant, none, pageSchema, pagingFields, yen } from './common-schemas.ts'

const { years, serverId, planId, period, partnerCode, nameserversAtAcquisition } = fieldRules

/** Of items that are priced, and of rows that are confirmed, at once. */
export const maxQuoteItems = 5_000

/** Names that one search looks up: two days of the quota. */
export const maxSearchNames = 2 * rateLimits.domain.perDay
/** Characters of one typed text; a name is shorter. */
export const maxTypedNameLength = 400

export const intentKinds = ['order', 'acquire', 'transfer', 'renew'] as const
export type IntentKind = (typeof intentKinds)[number]

/** What is to be bought, without secrets. A domain's name is Punycode. */
export const orderItemSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('order'),
    accountId: id,
    planId: z.string().min(1).max(planId.max),
    months: z.number().int().min(period.min).max(period.max),
    serverId: z.string().regex(serverId.pattern),
    autoRenew: z.boolean(),
    partnerCode: z.string().max(partnerCode.max).regex(partnerCode.pattern).nullable(),
  }),
  z.object({
    kind: z.literal('acquire'),
    accountId: id,
    name: domainNameSchema,
    years: z.number().int().min(years.min).max(years.max),
    /** Null: the service's own. */
    nameservers: z.array(z.string().min(1).max(nameserversAtAcquisition.maxLength)).max(nameserversAtAcquisition.max).nullable(),
  }),
  z.object({ kind: z.literal('transfer'), accountId: id, name: domainNameSchema }),
  z.object({ kind: z.literal('renew'), accountId: id, name: domainNameSchema, years: z.number().int().min(years.min).max(years.max) }),
])
export type OrderItem = z.infer<typeof orderItemSchema>

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
export const offeredPeriodSchema = planPeriodSchema.extend({ total_price: yen.nullable(), unpayable: unpayablePriceSchema.nullable() })
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
  problem: z.object({ reason: z.enum(quoteProblems), error: wireErrorSchema.nullable(), intentId: id.nullable() }).nullable(),
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

/**
 * `planned`: confirmed, nothing sent. `sent`: on its way. `done`. `refused`: by the service, nothing was charged. `unsettled`: it may have
 * happened. `abandoned`: the person took it back before it was sent, or said that it did not happen.
 */
export const intentStates = ['planned', 'sent', 'done', 'refused', 'unsettled', 'abandoned'] as const
export type IntentState = (typeof intentStates)[number]

/** What a state means to the person: an order has exactly one of these, and lists, counts, filters, runs and the saved table all use it. */
export const orderStatuses = [
  'needs_you', // `unsettled`, and the person decides
  'unsettled', // its outcome is being checked
  'held', // `planned`, and not sent now
  'planned', // its turn has not come
  'sent',
  'accepted', // `done`: accepted and charged by the service, and nothing has shown its procedure as ended
  'needs_application', // `done`: a transfer that was accepted and charged, and failed since; the service waits for a new application
  'done',
  'refused',
  'abandoned', // taken back before anything was sent
  'not_happened', // `abandoned` after a sending that came to nothing
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Why a planned intent is not sent. */
export const holdReasons = [
  'waiting', // its turn has not come
  'run_paused',
  'no_money', // the service refused another intent of the account for want of balance
  'target_moved', // the expiry, the list or the id is another than confirmed: decide again
  'cannot_send', // `error`: offline, paused, read-only, no key, no network …: tried again by itself or on resume
] as const

/** What happened to an intent; texts are in the renderer, one per event. */
export const intentEvents = [
  'planned',
  'sent',
  'not_sent', // no connection stood: nothing left
  'answered', // with the expected success
  'refused', // by a code that cannot follow a charge
  'rate_refused', // nothing was done; sent again in its turn
  'lost', // no answer
  'running', // the service says the same request is still in progress, or was broken off
  'server_error', // 5xx: the idempotency key is never sent again
  'unclear', // an answer that proves neither
  'interrupted', // Banto ended before the answer came
  'read', // a reading that did not decide; `fact`
  'settled_by_reading',
  'settled_by_person',
  'held',
  'released',
  'abandoned',
  'stopped', // its run was paused or cancelled while it was on its way; `fact.stop`
  'status_read', // of an accepted order: a list that was read later shows another status, `fact.becomes`
  'repeated', // allowed by the person: a new intent, `fact.intentId`
] as const
export type IntentEvent = (typeof intentEvents)[number]

export const intentStepSchema = z.object({
  at: instant,
  /** The service's clock, where an answer told it. */
  serverAt: instant.nullable(),
  state: z.enum(intentStates),
  event: z.enum(intentEvents),
  error: wireErrorSchema.nullable(),
  /** What was seen: expiry dates, statuses, counts. Never a secret. */
  fact: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type IntentStep = z.infer<typeof intentStepSchema>

export const intentSchema = z.object({
  id,
  runId: id,
  /** Of an allowed repeat: the intent that it repeats. */
  repeats: id.nullable(),
  item: orderItemSchema,
  /** As it was called when the intent was made: the account may be gone. */
  accountLabel: z.string(),
  keyId: id,
  /** The domain's name or the server's id. */
  target: z.string(),
  yen,
  /** Renewals: the confirmed expiry. */
  expiryDate: date.nullable(),
  idempotencyKey: z.string(),
  state: z.enum(intentStates),
  hold: z.object({ reason: z.enum(holdReasons), error: wireErrorSchema.nullable() }).nullable(),
  /** `sent` or `unsettled` when its run was paused or cancelled: it is not sent again by itself, only looked for. */
  stop: z.enum(['paused', 'cancelled']).nullable(),
  /** `unsettled` and no reading or sending by itself is left to try: the person decides. */
  needsYou: z.boolean(),
  /** When it is looked at again by itself; null when it is not. */
  nextLookAt: instant.nullable(),
  /** The last thing the service said about it. */
  error: wireErrorSchema.nullable(),
  createdAt: instant,
  /** When it was first sent; null when never. */
  sentAt: instant.nullable(),
  settledAt: instant.nullable(),
  steps: z.array(intentStepSchema),
})

export const intentViewSchema = intentSchema.extend({ status: z.enum(orderStatuses) })
export type IntentView = z.infer<typeof intentViewSchema>

/**
 * `renewed`: the domain's expiry is later than was confirmed. `gone`: the account's list does not show the domain any more. `listed`: what
 * was to be bought is in the account's list. `no_account`: the account was removed.
 */
export const overtakenSchema = z.object({ reason: z.enum(['renewed', 'gone', 'listed', 'no_account']), expiryDate: date.nullable() })
export type Overtaken = z.infer<typeof overtakenSchema>

export const intentFilterSchema = z.object({
  accountIds,
  statuses: z.array(z.enum(orderStatuses)).nullable().default(null),
  kinds: z.array(z.enum(intentKinds)).nullable().default(null),
  runId: id.nullable().default(null),
  /** Of the run: what its accounts count as `forBalance`, or as `onHold`. */
  waitsFor: z.enum(['balance', 'hold']).nullable().default(null),
  /** Matches targets. */
  text: z.string().max(200).default(''),
  /** The whole target. */
  target: z.string().max(255).nullable().default(null),
  from: instant.nullable().default(null),
  until: instant.nullable().default(null),
})
export type IntentFilter = z.infer<typeof intentFilterSchema>
export const intentSortKeys = ['createdAt', 'target', 'account', 'yen', 'status'] as const

/** All that was confirmed at once. */
export const orderRunSchema = z.object({
  id,
  kinds: z.array(z.enum(intentKinds)),
  /** Of a run of one order. */
  target: z.string().nullable(),
  startedAt: instant,
  /**
   * `running`: something is on its way, or waits for its turn in an account that can send. `held`: nothing more is sent for now, as the rest
   * waits for the person or cannot be sent. `checking`: all was sent, and outcomes that are not known are looked up.
   */
  state: z.enum(['running', 'checking', 'paused', 'held', 'ended']),
  /** Something of it can be kept from being sent, or from being sent again. */
  mayPause: z.boolean(),
  /** Cancelled while something of it was on its way, of which the outcome is not known yet. */
  isCancelled: z.boolean(),
  total: z.number().int(),
  byStatus: z.record(z.enum(orderStatuses), z.number().int()),
  /** Orders that wait for the person: to be decided, on hold, or declined for want of balance and not ordered anew. */
  waitsForYou: z.number().int(),
  /** Declined or on hold for want of balance, and not ordered anew. */
  blockedByBalance: z.number().int(),
  /** How many orders the command `toPriceAgain` answers. */
  toRequote: z.number().int(),
  totalYen: yen,
  /** Of what was charged: done, and accepted. */
  doneYen: yen,
  accounts: z.array(
    z.object({
      accountId: id,
      accountLabel: z.string(),
      total: z.number().int(),
      done: z.number().int(),
      /** What of the run's `forBalance`, and of those with the status `needs_you` or `unsettled`, is the account's. */
      blockedByBalance: z.number().int(),
      needsYou: z.number().int(),
      unsettled: z.number().int(),
      /** On hold until the person acts, without what is on hold for want of balance. */
      onHold: z.number().int(),
      /** Of these, those with the hold reason `target_moved`, which stops no other order. */
      targetMoved: z.number().int(),
      /** Why the rest of the account is not sent. */
      stopped: z.enum(holdReasons).nullable(),
      error: wireErrorSchema.nullable(),
    }),
  ),
  /** Ended, and put away by the person. */
  isDismissed: z.boolean(),
  /** Minutes until all is sent, by the pace so far; null when nothing is known. */
  minutesLeft: z.number().nullable(),
  /** When the newest answer came that `minutesLeft` counts; null without it. */
  answeredAt: instant.nullable(),
})
export type OrderRun = z.infer<typeof orderRunSchema>

export const nameSearchResultSchema = z.object({
  /** As typed, and in Punycode; null where it cannot be written so. */
  typed: z.string(),
  name: z.string().nullable(),
  availability: nameAvailabilitySchema.nullable(),
  readAt: instant.nullable(),
  error: wireErrorSchema.nullable(),
})
export type NameSearchResult = z.infer<typeof nameSearchResultSchema>

export const nameSearchProgressSchema = z.object({
  searchId: id,
  /** New since the event before. */
  found: z.array(nameSearchResultSchema),
  done: z.number().int(),
  total: z.number().int(),
  isOver: z.boolean(),
  minutesLeft: z.number().nullable(),
})
export type NameSearchProgress = z.infer<typeof nameSearchProgressSchema>

export const spendingSchema = z.object({
  /** Done intents by the month of their settling in Japan, `YYYY-MM`. */
  months: z.array(z.object({ month: z.string(), accountId: id, accountLabel: z.string(), kind: z.enum(intentKinds), yen, count: z.number().int() })),
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

/** `recovered`: one of the two files was damaged and was written anew from the other. `failing`: it cannot be written. `closed`: it could not be opened, and no order is known. */
export const journalStateSchema = z.object({
  state: z.enum(['good', 'recovered', 'failing', 'closed']),
  /** Rows that neither file holds whole: their text is set aside in the profile folder. */
  lost: z.number().int(),
  error: wireErrorSchema.nullable(),
})
export type JournalState = z.infer<typeof journalStateSchema>

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
