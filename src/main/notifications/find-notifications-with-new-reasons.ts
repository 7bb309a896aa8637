import { dayMs } from '#shared/durations.ts'
import { isKeyUsable } from '#shared/key-states.ts'
import type { NotificationKind } from '#shared/notification-kinds.ts'
import { keyExpiryWarningMs } from '#main/accounts/assess-account-health.ts'
import { getKeyStateAt } from '#main/accounts/get-key-state-at.ts'
import type { Database } from '#main/store/database.ts'
import type { BoundReadOnlyQueries } from '#main/store/bind-read-only-queries.ts'
import {
  stoppedOrderReasons,
  type NotificationFactsWithNewReasons,
  type NotificationFacts,
  type StoppedOrderReason,
  type NotifiableOrder,
} from './notification-facts.ts'
import type { notificationQueriesForQueryThread } from './query-expiries-not-yet-notified.ts'
import type { NotificationReason, ShownNotificationStore } from './shown-notification-reason-store.ts'

/**
 * The user is notified this many days before a key expires, and when the key has expired. The longest period is the
 * same as `keyExpiryWarningMs`, which the overview uses.
 */
const keyExpirySpanDays = [30, 14, 7, 1, 0]
/** A key that expired longer ago is in no notification any more. */
const keyExpiredForMs = 7 * dayMs
const keyExpiryDays = keyExpiryWarningMs / dayMs
/** The user is notified of failing syncs when no list was read for this long, in milliseconds. */
const failingAfterMs = dayMs

export interface FindNotificationsDeps {
  database: Database
  queries: BoundReadOnlyQueries<typeof notificationQueriesForQueryThread>
  shownStore: Pick<ShownNotificationStore, 'listNew'>
  /** The orders that wait for the user. */
  waitingOrders: () => NotifiableOrder[]
}

/**
 * Finds the notifications of these kinds that have a new reason. A reason is new if no notification has shown it yet.
 * `now`: epoch milliseconds.
 */
export async function findNotificationsWithNewReasons(
  sources: FindNotificationsDeps,
  kinds: readonly NotificationKind[],
  now: number,
): Promise<NotificationFactsWithNewReasons[]> {
  const due: NotificationFactsWithNewReasons[] = []
  for (const kind of kinds) {
    const found = await findNotificationOfKind(sources, kind, now)
    if (found) due.push(found)
  }
  return due
}

async function findNotificationOfKind(
  sources: FindNotificationsDeps,
  kind: NotificationKind,
  now: number,
): Promise<NotificationFactsWithNewReasons | null> {
  switch (kind) {
    case 'domains_expiring':
    case 'servers_expiring':
      return findExpiring(sources, kind, now)
    case 'keys_expiring':
      return findExpiringKeys(sources, now)
    case 'syncs_failing':
      return findFailingSyncs(sources, now)
    case 'orders_to_decide':
      return findOrdersToDecide(sources)
    case 'orders_stopped':
      return findStoppedOrders(sources)
  }
}

async function findExpiring(
  { queries }: FindNotificationsDeps,
  kind: 'domains_expiring' | 'servers_expiring',
  now: number,
): Promise<NotificationFactsWithNewReasons | null> {
  const found = await queries.expiringResources(kind, now)
  if (!found) return null
  const { newReasonsJsonChunks, ...expiring } = found
  return {
    facts: { kind, ...expiring },
    newReasons: newReasonsJsonChunks.map((chunk) => () => JSON.parse(chunk) as NotificationReason[]),
  }
}

function findExpiringKeys(
  { database, shownStore }: FindNotificationsDeps,
  now: number,
): NotificationFactsWithNewReasons | null {
  const keys = database
    .all<{ id: string; account_id: string; label: string; account_label: string; state: string; expires_at: number }>(
      `select k.id, k.account_id, k.label, a.label as account_label, k.state, k.expires_at from api_key k
       join account a on a.id = k.account_id
       where a.is_paused = 0 and k.expires_at between ? and ? order by k.expires_at, a.label, k.label`,
      now - keyExpiredForMs,
      now + keyExpiryWarningMs,
    )
    .filter((key) => {
      const state = getKeyStateAt(key, now)
      return state === 'expired' || isKeyUsable({ state })
    })
  const spanOf = (expiresAt: number) =>
    keyExpirySpanDays.findLast((days) => expiresAt <= now + days * dayMs) ?? keyExpiryDays
  const reasons = keys.map(({ id, expires_at }) => ({
    subject: id,
    occurrence: String(expires_at),
    days: spanOf(expires_at),
  }))
  return toFactsWithNewReasons(shownStore.listNew('keys_expiring', reasons), {
    kind: 'keys_expiring',
    days: Math.max(...reasons.map(({ days }) => days)),
    keys: keys.map(({ account_id, account_label, label, expires_at }) => ({
      accountId: account_id,
      accountLabel: account_label,
      label,
      expiresAt: expires_at,
    })),
  })
}

function findFailingSyncs(
  { database, shownStore }: FindNotificationsDeps,
  now: number,
): NotificationFactsWithNewReasons | null {
  const accounts = database.all<{ id: string; label: string; read_at: number | null }>(
    `select a.id, a.label, r.lists_read_at as read_at from sync_run r join account a on a.id = r.account_id
     where r.error is not null and a.is_paused = 0 and coalesce(r.lists_read_at, a.added_at) <= ?
     order by a.label collate nocase, a.id`,
    now - failingAfterMs,
  )
  const reasons = accounts.map(({ id, read_at }) => ({ subject: id, occurrence: String(read_at), days: 0 }))
  return toFactsWithNewReasons(shownStore.listNew('syncs_failing', reasons), {
    kind: 'syncs_failing',
    accounts: accounts.map(({ id, label }) => ({ id, label })),
  })
}

function findOrdersToDecide({
  waitingOrders,
  shownStore,
}: FindNotificationsDeps): NotificationFactsWithNewReasons | null {
  const orders = waitingOrders().filter(({ reason }) => reason === 'to_decide')
  return toFactsWithNewReasons(shownStore.listNew('orders_to_decide', orders.map(toReason)), {
    kind: 'orders_to_decide',
    count: orders.length,
  })
}

/** Orders that the user paused are counted, because the list shows them, but are no reason to notify the user. */
function findStoppedOrders({
  waitingOrders,
  shownStore,
}: FindNotificationsDeps): NotificationFactsWithNewReasons | null {
  const orders = waitingOrders().filter(({ reason }) => reason !== 'to_decide')
  const counts = Object.fromEntries(
    stoppedOrderReasons.map((reason) => [reason, orders.filter((order) => order.reason === reason).length]),
  ) as Record<StoppedOrderReason, number>
  const reasons = orders.filter(({ reason }) => reason !== 'paused').map(toReason)
  return toFactsWithNewReasons(shownStore.listNew('orders_stopped', reasons), { kind: 'orders_stopped', counts })
}

function toReason({ intentId, occurrence }: NotifiableOrder): NotificationReason {
  return { subject: intentId, occurrence, days: 0 }
}

function toFactsWithNewReasons(
  newReasons: NotificationReason[],
  facts: NotificationFacts,
): NotificationFactsWithNewReasons | null {
  return newReasons.length > 0 ? { facts, newReasons: [() => newReasons] } : null
}
