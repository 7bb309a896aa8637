import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { accountIds, date, id, instant, yen } from './common-schemas.ts'
import { orderItemSchema } from './order-items.ts'
import { intentKinds } from '#shared/intent-kinds.ts'

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
export const overtakenSchema = z.object({
  reason: z.enum(['renewed', 'gone', 'listed', 'no_account']),
  expiryDate: date.nullable(),
})
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
