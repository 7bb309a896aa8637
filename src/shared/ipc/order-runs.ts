import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { id, instant, yen } from './common-schemas.ts'
import { holdReasons, orderStatuses } from './order-intents.ts'
import { intentKinds } from '#shared/intent-kinds.ts'

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
  /** How many orders the command `orders.toRequote` returns. */
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
