import { isKeyError } from '#shared/api/error-predicates.ts'
import { hasErrorConsequence, isErrorCausedBy } from '#shared/error-kinds.ts'
import { orderIntentKinds, type OrderIntentKind } from '#shared/order-intent-kinds.ts'
import {
  storedOrderIntentStates,
  shownOrderStatuses,
  type StoredOrderIntentState,
  type ShownOrderStatus,
} from '#shared/ipc/order-intent-schemas.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { isIntentOpen, openIntentStates, type StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { deriveOrderStatus, findOrderAcceptanceSource } from '#main/orders/derive-order-status.ts'
import { isIntentQueuedToSend } from './intent-progress-predicates.ts'
import {
  isOrderBlockedByBalance,
  isOrderRefusedForReasonOtherThanBalance,
  mayOrderBeQuotedAgain,
} from './refused-order-predicates.ts'
import { isIntentPausable } from './pause-and-cancel-rules.ts'

/**
 * Counts the intents of a run by what they wait for. The counts are kept up to date, because they are read many times a
 * second while thousands of intents are sent.
 */
export interface OrderRunIntentCounter {
  /** Adds the intent and removes its previous version. */
  count(intent: StoredIntent, before: StoredIntent | undefined): void
  /** Number of intents that are still to be sent or answered. */
  countQueuedAndSentIntents(): number
  /** The counts of `countQueuedAndSentIntents` by account and kind, without zeros. */
  listQueuedAndSentCounts(): QueuedAndSentIntentCount[]
  /** Number of intents of the account that could not be sent, with an error that delays all orders of the account. */
  countDelayedIntents(accountId: string): number
  /** `declined`: the declined orders and the orders held because of insufficient balance, without obsolete orders. */
  toOrderRun(declined: readonly StoredIntent[]): Omit<OrderRun, 'id' | 'isDismissed' | 'minutesLeft' | 'answeredAt'>
}

export interface QueuedAndSentIntentCount {
  accountId: string
  kind: OrderIntentKind
  count: number
}

interface Account {
  label: string
  total: number
  done: number
  sent: number
  needsYou: number
  unsettled: number
  /** Planned intents that are held until the user acts. */
  held: number
  targetMoved: number
  /** Number of intents that are still to be sent or answered. */
  left: Record<OrderIntentKind, number>
  /** Number of intents queued to be sent. */
  waiting: number
  /** How many of these intents were tried and could not be sent. */
  cannotSend: number
  /** How many of `cannotSend` have an error that every other order of the account would meet, too. */
  delayed: number
  /** Holds that stop the account, by intent id, in the order in which they began. */
  holds: Map<string, NonNullable<StoredIntent['hold']>>
}

export function createOrderRunIntentCounter(): OrderRunIntentCounter {
  const byState = Object.fromEntries(storedOrderIntentStates.map((state) => [state, 0])) as Record<
    StoredOrderIntentState,
    number
  >
  const byStatus = Object.fromEntries(shownOrderStatuses.map((status) => [status, 0])) as Record<
    ShownOrderStatus,
    number
  >
  const byKind = zeroByKind()
  const sums = {
    total: 0,
    lackedBalance: 0,
    held: 0,
    totalYen: 0,
    doneYen: 0,
    withoutResponse: 0,
    withoutResponseYen: 0,
    unsettledYen: 0,
    left: 0,
    paused: 0,
    pausable: 0,
    cancelled: 0,
  }
  const accounts = new Map<string, Account>()
  let startedAt = Infinity
  let lastTarget: string | null = null

  function accountOf({ item, accountLabel }: StoredIntent): Account {
    const account = accounts.get(item.accountId) ?? {
      label: accountLabel,
      total: 0,
      done: 0,
      sent: 0,
      needsYou: 0,
      unsettled: 0,
      held: 0,
      targetMoved: 0,
      left: zeroByKind(),
      waiting: 0,
      cannotSend: 0,
      delayed: 0,
      holds: new Map(),
    }
    accounts.set(item.accountId, account)
    return account
  }

  function add(intent: StoredIntent, by: 1 | -1): void {
    const { state, yen } = intent
    const account = accountOf(intent)
    const status = deriveOrderStatus(intent)
    byState[state] += by
    byStatus[status] += by
    byKind[intent.item.kind] += by
    account.total += by
    account.done += status === 'done' ? by : 0
    account.needsYou += intent.needsYou ? by : 0
    account.unsettled += status === 'unsettled' ? by : 0
    account.held += isIntentHeldUntilUserActs(intent) ? by : 0
    account.targetMoved += isIntentHeldUntilUserActs(intent) && intent.hold?.reason === 'target_moved' ? by : 0
    account.sent += state === 'sent' ? by : 0
    account.left[intent.item.kind] += isLeft(intent) ? by : 0
    account.waiting += isIntentQueuedToSend(intent) ? by : 0
    account.cannotSend += couldNotBeSent(intent) ? by : 0
    account.delayed += couldNotBeSent(intent) && doesErrorDelayAccount(intent.hold) ? by : 0
    sums.total += by
    sums.lackedBalance += isOrderBlockedByBalance(intent) ? by : 0
    sums.totalYen += by * yen
    const isCharged = state === 'done' && status !== 'already_ordered'
    const isWithoutResponse = isCharged && findOrderAcceptanceSource(intent) !== 'response'
    sums.doneYen += isCharged ? by * yen : 0
    sums.withoutResponse += isWithoutResponse ? by : 0
    sums.withoutResponseYen += isWithoutResponse ? by * yen : 0
    const mayBeCharged = state === 'sent' || state === 'unsettled' || (state === 'abandoned' && intent.needsYou)
    sums.unsettledYen += mayBeCharged ? by * yen : 0
    sums.held += isIntentHeldUntilUserActs(intent) ? by : 0
    sums.left += isLeft(intent) ? by : 0
    sums.paused += isPaused(intent) ? by : 0
    sums.pausable += isIntentPausable(intent) ? by : 0
    sums.cancelled += isIntentOpen(intent) && intent.stop === 'cancelled' ? by : 0
  }

  function state(): OrderRun['state'] {
    if (openIntentStates.every((open) => byState[open] === 0)) return 'ended'
    if (sums.paused > 0) return 'paused'
    if ([...accounts.values()].some(isSending)) return 'running'
    return byState.planned === 0 && byStatus.unsettled > 0 ? 'checking' : 'held'
  }

  function viewOf(
    accountId: string,
    account: Account,
    declined: readonly StoredIntent[],
  ): OrderRun['accounts'][number] {
    const { label, total, done, needsYou, unsettled, held, targetMoved, waiting, holds } = account
    const first = findHoldOfAccount(holds)
    const forBalance = declined.filter(isOrderBlockedByBalance)
    return {
      accountId,
      accountLabel: label,
      total,
      done,
      blockedByBalance: forBalance.length,
      onHoldForBalance: forBalance.filter((intent) => intent.state === 'planned').length,
      declined: declined.filter(isOrderRefusedForReasonOtherThanBalance).length,
      needsYou,
      unsettled,
      onHold: held - forBalance.filter(isIntentHeldUntilUserActs).length,
      targetMoved,
      queued: waiting,
      stopped: first?.reason ?? null,
      error: first?.error ?? null,
      stoppedAlone: first && !doesErrorDelayAccount(first) ? countHoldsLike(first, holds) : null,
    }
  }

  return {
    count(intent, before) {
      if (before) add(before, -1)
      add(intent, 1)
      startedAt = Math.min(startedAt, intent.createdAt)
      lastTarget = intent.target
      const { holds } = accountOf(intent)
      if (doesHoldStopAccount(intent)) holds.set(intent.id, intent.hold)
      else holds.delete(intent.id)
    },
    countQueuedAndSentIntents: () => sums.left,
    listQueuedAndSentCounts: () =>
      [...accounts].flatMap(([accountId, { left }]) =>
        orderIntentKinds.flatMap((kind) => (left[kind] > 0 ? [{ accountId, kind, count: left[kind] }] : [])),
      ),
    countDelayedIntents: (accountId) => accounts.get(accountId)?.delayed ?? 0,
    toOrderRun(declined) {
      const { total, totalYen, doneYen, withoutResponse, withoutResponseYen, unsettledYen } = sums
      const kinds = orderIntentKinds.filter((kind) => byKind[kind] > 0)
      const refused = declined.filter(isIntentRefusedAndSettled).length
      const declinedOf = Map.groupBy(declined, ({ item }) => item.accountId)
      return {
        kinds,
        target: total === 1 ? lastTarget : null,
        startedAt,
        state: state(),
        mayPause: sums.pausable > 0,
        isCancelled: sums.cancelled > 0 && sums.pausable === 0 && byState.planned === 0,
        total,
        byStatus: { ...byStatus },
        waitsForYou: byStatus.needs_you + byStatus.needs_application + sums.held + refused,
        lackedBalance: sums.lackedBalance,
        blockedByBalance: declined.filter(isOrderBlockedByBalance).length,
        ordersToQuoteAgain: declined.filter(mayOrderBeQuotedAgain).length,
        totalYen,
        doneYen,
        withoutResponse,
        withoutResponseYen,
        unsettledYen,
        // Accounts without orders are left out: they were merged into another account.
        accounts: [...accounts]
          .filter(([, account]) => account.total > 0)
          .map(([accountId, account]) => viewOf(accountId, account, declinedOf.get(accountId) ?? [])),
      }
    },
  }
}

function zeroByKind(): Record<OrderIntentKind, number> {
  return Object.fromEntries(orderIntentKinds.map((kind) => [kind, 0])) as Record<OrderIntentKind, number>
}

function isLeft(intent: StoredIntent): boolean {
  return intent.state === 'sent' || isIntentQueuedToSend(intent)
}

function isPaused(intent: StoredIntent): boolean {
  return (
    (intent.state === 'planned' && intent.hold?.reason === 'run_paused') ||
    (isIntentOpen(intent) && intent.stop === 'paused')
  )
}

/** Returns whether the service refused the intent and the user has no decision to make about its outcome. */
export function isIntentRefusedAndSettled({ state, needsYou }: StoredIntent): boolean {
  return state === 'refused' && !needsYou
}

/** Returns whether the intent is not sent without an action of the user. */
export function isIntentHeldUntilUserActs({ state, needsYou, hold }: StoredIntent): boolean {
  if (needsYou || state !== 'planned' || hold === null || hold.reason === 'waiting') return false
  return hold.reason !== 'cannot_send' || (hold.error !== null && doesErrorWaitForUser(hold.error))
}

/**
 * Returns whether the order fails again until the user acts: changes the key or the account that caused the error, or
 * cancels the order. `not_found`: the account or the key is not in the app any more. `unreadable_row`: the auth code of
 * the order cannot be decrypted any more.
 */
function doesErrorWaitForUser(error: NonNullable<NonNullable<StoredIntent['hold']>['error']>): boolean {
  return isKeyError(error) || isErrorCausedBy(error, 'account') || ['not_found', 'unreadable_row'].includes(error.kind)
}

/**
 * Returns whether the account makes progress. An order that could not be sent stops its account until the order is
 * tried again or its error is known to have ended, because the other orders would meet the same error.
 */
function isSending({ sent, waiting, cannotSend, delayed }: Account): boolean {
  // An error that does not delay the account, such as a missing key for one domain, stops only the order that met it.
  return sent > 0 || (waiting > cannotSend && delayed === 0)
}

function couldNotBeSent({ state, hold }: StoredIntent): boolean {
  return state === 'planned' && hold?.reason === 'cannot_send'
}

function doesErrorDelayAccount(hold: StoredIntent['hold']): boolean {
  return !hold?.error || hasErrorConsequence(hold.error, 'delays_account')
}

function countHoldsLike({ reason, error }: NonNullable<StoredIntent['hold']>, holds: Account['holds']): number {
  return [...holds.values()].filter((hold) => hold.reason === reason && hold.error?.kind === error?.kind).length
}

/**
 * Returns the oldest hold that stops the account's other orders. If there is none, returns the oldest hold of an order
 * whose error no other order would meet.
 */
function findHoldOfAccount(holds: Account['holds']): NonNullable<StoredIntent['hold']> | undefined {
  for (const hold of holds.values()) if (hold.reason !== 'cannot_send' || doesErrorDelayAccount(hold)) return hold
  return holds.values().next().value
}

/** Returns whether the card of the run shows the hold as that of the account. */
function doesHoldStopAccount(
  intent: StoredIntent,
): intent is StoredIntent & { hold: NonNullable<StoredIntent['hold']> } {
  const { state, hold } = intent
  return state === 'planned' && hold !== null && hold.reason !== 'waiting' && hold.reason !== 'target_moved'
}
