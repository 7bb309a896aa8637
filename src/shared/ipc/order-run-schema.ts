import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { idSchema, epochMsSchema, yenSchema } from './common-schemas.ts'
import { orderIntentHoldReasons, shownOrderStatuses } from './order-intent-schemas.ts'
import { orderIntentKinds } from '#shared/order-intent-kinds.ts'

/** The orders that were confirmed together. */
export const orderRunSchema = z.object({
  id: idSchema,
  kinds: z.array(z.enum(orderIntentKinds)),
  /** The target of a run of one order; null for other runs. */
  target: z.string().nullable(),
  startedAt: epochMsSchema,
  /**
   * `running`: an order is in flight, or is queued in an account that can send. `checking`: all orders were sent, and
   * unknown outcomes are being checked. `paused`: the user paused the run. `held`: open orders wait for the user or
   * cannot be sent. `ended`: no order is open.
   */
  state: z.enum(['running', 'checking', 'paused', 'held', 'ended']),
  /** True if a pause has an effect: at least one order is still to be sent or sent again. */
  mayPause: z.boolean(),
  /** True when the run was cancelled while orders were in flight and their outcomes are not known yet. */
  isCancelled: z.boolean(),
  total: z.number().int(),
  byStatus: z.record(z.enum(shownOrderStatuses), z.number().int()),
  /**
   * Number of orders that wait for the user: to be decided, on hold, declined and still to do, or transfers to apply
   * for again.
   */
  waitsForYou: z.number().int(),
  /** Number of orders that were refused or are on hold for insufficient balance, whatever became of them later. */
  lackedBalance: z.number().int(),
  /**
   * How many of `lackedBalance` are still to do: not ordered again, and neither renewed nor gone in the stored lists.
   */
  blockedByBalance: z.number().int(),
  /** How many orders the command `orders.listOrdersToQuoteAgain` returns. */
  ordersToQuoteAgain: z.number().int(),
  totalYen: yenSchema,
  /** Sum of the orders that were charged: those in state `done`, without those of status `already_ordered`. */
  doneYen: yenSchema,
  /** Sum and number of the orders in `doneYen` that no response of the service confirms. */
  withoutResponseYen: yenSchema,
  withoutResponse: z.number().int(),
  /**
   * Sum of the orders that may have been charged: those without an answer yet, those of unknown outcome, and those
   * asked about again. An order of status `already_ordered` is not among them: the one that it repeats may be charged.
   */
  unsettledYen: yenSchema,
  accounts: z.array(
    z.object({
      accountId: idSchema,
      accountLabel: z.string(),
      total: z.number().int(),
      done: z.number().int(),
      /** The account's part of the run's count. */
      blockedByBalance: z.number().int(),
      /** How many of `blockedByBalance` are on hold. The others were declined. */
      onHoldForBalance: z.number().int(),
      /** Number of orders that were declined for another reason than the balance and are still to do. */
      declined: z.number().int(),
      /** Number of orders with the status `needs_you`. */
      needsYou: z.number().int(),
      /** Number of orders with the status `unsettled`. */
      unsettled: z.number().int(),
      /** Number of orders on hold until the user acts, except those on hold for insufficient balance. */
      onHold: z.number().int(),
      /** How many of `onHold` have the reason `target_moved`, which does not stop other orders of the account. */
      targetMoved: z.number().int(),
      /** Number of orders that are queued to be sent. */
      queued: z.number().int(),
      /**
       * The oldest hold that stops the account's other orders. If there is none, the oldest hold of an order that
       * cannot be sent. Null when there is no such hold either.
       */
      stopped: z.enum(orderIntentHoldReasons).nullable(),
      error: wireErrorSchema.nullable(),
      /**
       * Number of orders that have the hold `stopped` with this kind of error, if the account's other orders would not
       * meet the error; else null.
       */
      stoppedAlone: z.number().int().nullable(),
    }),
  ),
  /** True when the run has ended without an order to decide, and the user dismissed it. */
  isDismissed: z.boolean(),
  /** Minutes until all orders are answered, at the rate so far; null when no rate is known. */
  minutesLeft: z.number().nullable(),
  /** Time of the newest answer that `minutesLeft` is based on; null when `minutesLeft` is null. */
  answeredAt: epochMsSchema.nullable(),
})
export type OrderRun = z.infer<typeof orderRunSchema>
