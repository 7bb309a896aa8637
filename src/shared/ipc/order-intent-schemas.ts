import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { accountIdsSchema, isoDateTextSchema, idSchema, epochMsSchema, yenSchema } from './common-schemas.ts'
import { orderItemSchema } from './order-items.ts'
import { orderIntentKinds } from '#shared/order-intent-kinds.ts'

/**
 * `planned`: confirmed, not sent. `sent`: sent, no answer yet. `done`: the service accepted it. `refused`: the service
 * refused it, and nothing was charged. `unsettled`: the outcome is unknown; it may have happened. `abandoned`: the user
 * withdrew it before it was sent, or stated that it did not happen.
 */
export const storedOrderIntentStates = ['planned', 'sent', 'done', 'refused', 'unsettled', 'abandoned'] as const
export type StoredOrderIntentState = (typeof storedOrderIntentStates)[number]

/**
 * The status that the user sees, derived from the state and other fields. An order has exactly one. Lists, counts,
 * filters, runs and the CSV export use it.
 */
export const shownOrderStatuses = [
  'needs_you', // `unsettled`, and the user has to decide
  'unsettled', // the outcome is being checked
  'held', // `planned`, and on hold for a reason other than `waiting`
  'planned', // queued to be sent
  'sent',
  'accepted', // `done`: accepted and charged by the service; its procedure is not known to be finished
  'needs_application', // `done`: a transfer that was accepted and charged and then failed; it needs a new application
  'done',
  'refused',
  'abandoned', // withdrawn before anything was sent
  'not_happened', // `abandoned` after it was sent
  'already_ordered', // `done`: a repeat of which no sending was executed, because the service already showed what it leads to
] as const
export type ShownOrderStatus = (typeof shownOrderStatuses)[number]

/** The reasons why a planned intent is not sent now. */
export const orderIntentHoldReasons = [
  'waiting', // queued to be sent
  'run_paused',
  'no_money', // the service refused another intent of the account for insufficient balance
  'target_moved', // the expiry date, the list or the id differs from the confirmed one: the user decides again
  'cannot_send', // `error` (offline, paused, read-only, no key, no network …): retried automatically or on resume
] as const

/** What happened to an intent. The renderer has one text per event. */
export const orderIntentEvents = [
  'planned',
  'sent',
  'not_sent', // no connection was made, so no bytes were sent
  'answered', // with the expected success
  'refused', // by a code that cannot follow a charge
  'rate_refused', // by a rate limit: nothing was done, and the intent is queued again
  'lost', // no answer
  'running', // DUPLICATE_REQUEST: the same request is in progress, or failed with 5xx
  'server_error', // 5xx: the idempotency key is never sent again
  'unclear', // the answer proves neither success nor refusal
  'interrupted', // the app ended before the answer arrived; `at` is the time of the next start
  'read', // a check that did not decide the outcome; `fact` says what it showed
  'settled_by_reading',
  'settled_by_person',
  'held',
  'released',
  'abandoned', // `fact.intentId`, if present, is the new intent that replaces it
  'stopped', // its run was paused or cancelled while it was in flight; `fact.stop`
  'status_read', // a later reading shows another status of an accepted order; `fact.becomes`
  'repeated', // the user allowed a repeat; `fact.intentId` is the new intent
] as const
export type OrderIntentEvent = (typeof orderIntentEvents)[number]

export const orderIntentStepSchema = z.object({
  at: epochMsSchema,
  /** Time by the service's clock; null when no response stated it. */
  serverAt: epochMsSchema.nullable(),
  state: z.enum(storedOrderIntentStates),
  event: z.enum(orderIntentEvents),
  error: wireErrorSchema.nullable(),
  /** Observed values: expiry dates, statuses, counts. Never a secret. */
  fact: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type OrderIntentStep = z.infer<typeof orderIntentStepSchema>

export const orderIntentSchema = z.object({
  id: idSchema,
  runId: idSchema,
  /** The intent that this one repeats with the user's permission; null otherwise. */
  repeats: idSchema.nullable(),
  item: orderItemSchema,
  /** The account's label when the intent was created. The account may have been removed since. */
  accountLabel: z.string(),
  keyId: idSchema,
  /** The domain's name or the server's id. */
  target: z.string(),
  yen: yenSchema,
  /** Renewals: the current expiry date that the user confirmed. */
  expiryDate: isoDateTextSchema.nullable(),
  idempotencyKey: z.string(),
  state: z.enum(storedOrderIntentStates),
  hold: z.object({ reason: z.enum(orderIntentHoldReasons), error: wireErrorSchema.nullable() }).nullable(),
  /**
   * Set when the run was paused or cancelled while the intent was in flight. Such an intent is checked, but not sent
   * again.
   */
  stop: z.enum(['paused', 'cancelled']).nullable(),
  /** True when the user is asked to decide about the unsettled intent. A later check may still settle it. */
  needsYou: z.boolean(),
  /** When the outcome is checked next; null when no check is scheduled. */
  nextLookAt: epochMsSchema.nullable(),
  /** The error of the last outcome; null after a success. */
  error: wireErrorSchema.nullable(),
  createdAt: epochMsSchema,
  /** When it was first sent; null when it was never sent. */
  sentAt: epochMsSchema.nullable(),
  settledAt: epochMsSchema.nullable(),
  steps: z.array(orderIntentStepSchema),
})

/**
 * What shows that the service accepted an order. `response`: the service's response. `check`: the service showed the
 * result of the order, which may come from another order. `user`: the user recorded it.
 */
export const orderAcceptanceSources = ['response', 'check', 'user'] as const
export type OrderAcceptanceSource = (typeof orderAcceptanceSources)[number]

export const orderIntentViewSchema = orderIntentSchema.extend({
  status: z.enum(shownOrderStatuses),
  /** Null for an order that is not counted as charged. */
  acceptanceSource: z.enum(orderAcceptanceSources).nullable(),
})
export type OrderIntentView = z.infer<typeof orderIntentViewSchema>

/**
 * Why an order that was not carried out needs no further action. `renewed`: the domain's expiry date is later than the
 * confirmed one. `gone`: the account's list no longer contains the domain. `listed`: the account's list already
 * contains the domain or server. `listed_in_other_account`: the list of another account at the service shows the domain
 * that was to be acquired. `no_account`: the account is not in the app.
 */
export const orderObsoleteReasonSchema = z.object({
  reason: z.enum(['renewed', 'gone', 'listed', 'listed_in_other_account', 'no_account']),
  expiryDate: isoDateTextSchema.nullable(),
})
export type OrderObsoleteReason = z.infer<typeof orderObsoleteReasonSchema>

/** `problem`: of another order for the target; see `quoteProblemCodes`. */
export const openOrderTargetSchema = z.object({
  intentId: idSchema,
  runId: idSchema,
  accountId: idSchema,
  /** Domain name in Punycode, or server ID. */
  target: z.string(),
  problem: z.enum(['open_intent', 'waiting_intent']),
})
export type OpenOrderTarget = z.infer<typeof openOrderTargetSchema>

export const orderIntentFilterSchema = z.object({
  accountIds: accountIdsSchema,
  statuses: z.array(z.enum(shownOrderStatuses)).nullable().default(null),
  kinds: z.array(z.enum(orderIntentKinds)).nullable().default(null),
  runId: idSchema.nullable().default(null),
  /**
   * Only with `runId`: the orders that the run's accounts count as `blockedByBalance`, as `declined`, or as `onHold`.
   * `user`: the orders that wait for the user for any reason, of every run that is not dismissed; see `waitsForYou`.
   * `stopped`: the orders among these that are on hold or were declined.
   */
  waitsFor: z.enum(['balance', 'declined', 'hold', 'user', 'stopped']).nullable().default(null),
  /** Part of the target. */
  text: z.string().max(200).default(''),
  /** The whole target. */
  target: z.string().max(255).nullable().default(null),
  from: epochMsSchema.nullable().default(null),
  until: epochMsSchema.nullable().default(null),
})
export type OrderIntentFilter = z.infer<typeof orderIntentFilterSchema>
export const orderIntentSortKeys = ['createdAt', 'target', 'account', 'yen', 'status'] as const
