import { idempotencyWindowMs } from '#shared/api/limits.ts'
import { minuteMs } from '#shared/durations.ts'
import { isKeyUsable } from '#shared/key-states.ts'
import { possibleRenewedExpiries } from '#shared/renewal-expiry.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { IntentView, OrderStatus } from '#shared/ipc/order-intents.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { formatYen } from '#renderer/ui/format/format-yen.ts'
import { orderTargetName } from './order-text.ts'

/**
 * The placeholders of the texts about an intent. `account` is the current label, or the stored one of a removed
 * account.
 */
export function orderTextValues(
  intent: Omit<IntentView, 'steps'>,
  t: (key: string, values?: Record<string, unknown>) => string,
): Record<string, string> {
  return {
    name: orderTargetName(intent),
    account: useAccounts().byId(intent.item.accountId)?.label ?? intent.accountLabel,
    amount: formatYen(intent.yen, t),
    date: intent.expiryDate ?? '—',
    expected: expectedExpiries(intent).join(' / ') || '—',
  }
}

function expectedExpiries({ item, expiryDate }: Pick<IntentView, 'item' | 'expiryDate'>): string[] {
  return item.kind === 'renew' && expiryDate !== null ? possibleRenewedExpiries(expiryDate, item.years) : []
}

/**
 * The outcome that the user recorded, unless a later event says more; null when the outcome comes from the service or
 * from a check.
 */
export function outcomeSetByPerson({
  steps,
}: Pick<IntentView, 'steps'>): 'accepted' | 'notAccepted' | 'mayFollow' | null {
  const last = steps.findLast(({ event }) => event !== 'repeated')
  if (last?.event !== 'settled_by_person') return null
  if (last.fact['happened'] === true) return 'accepted'
  return last.fact['mayStillArrive'] === true ? 'mayFollow' : 'notAccepted'
}

/**
 * The key of an order's status text. `unsentDone`: the target showed what the order leads to before the order was
 * sent, as another order had done it, so it was never sent.
 */
export function orderStatusTextKey({ status, sentAt }: Pick<IntentView, 'status' | 'sentAt'>): OrderStatusTextKey {
  return isUnsentDone({ status, sentAt }) ? 'unsentDone' : status
}

export function isUnsentDone({ status, sentAt }: Pick<IntentView, 'status' | 'sentAt'>): boolean {
  return sentAt === null && (status === 'done' || status === 'accepted')
}

/** For a renewal that a check settled as done: the expiry date that the check read. Null for any other order. */
export function expiryThatCompletes({
  item,
  status,
  steps,
}: Pick<IntentView, 'item' | 'status' | 'steps'>): string | null {
  const expiry = steps.findLast(({ event }) => event === 'settled_by_reading')?.fact['expiry_date']
  return item.kind === 'renew' && status === 'done' && typeof expiry === 'string' ? expiry : null
}

/**
 * For a renewal: the newest check that showed the confirmed expiry date, if a later check showed another one; else
 * null.
 */
export function lastUnchangedRead(
  intent: Pick<IntentView, 'item' | 'expiryDate' | 'steps'>,
): IntentView['steps'][number] | null {
  const { item, expiryDate, steps } = intent
  const isUnchanged = ({ event, fact }: IntentView['steps'][number]) =>
    event === 'read' && fact['expiry_date'] === expiryDate
  const last = lastStatusRead(intent)
  if (item.kind !== 'renew' || last === null || isUnchanged(last)) return null
  return steps.findLast(isUnchanged) ?? null
}

export type OrderStatusTextKey = OrderStatus | 'unsentDone'

type StatusMeaningTextKey = 'meaning' | 'meaningOffline' | 'meaningKeychain' | 'meaningPaused' | 'meaningNoKey'

/** Main stops resending an hour before the service forgets the idempotency key. */
const resendWindowMs = idempotencyWindowMs - 60 * minuteMs

/**
 * The key of the texts that explain an order's status. For an unknown outcome, the texts differ while it cannot be
 * checked. `account`: null when it is not known.
 */
export function statusMeaningTextKey(
  status: OrderStatus,
  { isOffline, hasKeychain }: { isOffline: boolean; hasKeychain: boolean },
  account: Pick<Account, 'isPaused' | 'keys'> | null,
): StatusMeaningTextKey {
  if (status !== 'unsettled' && status !== 'needs_you') return 'meaning'
  if (isOffline) return 'meaningOffline'
  if (!hasKeychain) return 'meaningKeychain'
  if (account?.isPaused) return 'meaningPaused'
  return account && !account.keys.some(isKeyUsable) ? 'meaningNoKey' : 'meaning'
}

/**
 * Whether the app may resend an order with an unknown outcome automatically. Only the key that sent the order resends
 * it. Main makes the final decision, with all clocks and the target's newest reading. `account`: null when it is not
 * known. `now`: epoch milliseconds.
 */
export function mayBeSentAgain(
  { item, keyId, status, stop, steps }: Pick<IntentView, 'item' | 'keyId' | 'status' | 'stop' | 'steps'>,
  account: Pick<Account, 'isPaused' | 'isReadOnly' | 'keys'> | null,
  now: number,
): boolean {
  const isSenderUsable = account?.keys.some((key) => key.id === keyId && isKeyUsable(key))
  if (!isSenderUsable || account?.isPaused || account?.isReadOnly) return false
  const sentAt = steps.find(({ event }) => event === 'sent')?.at
  if (
    item.kind === 'order' ||
    stop !== null ||
    sentAt === undefined ||
    (status !== 'unsettled' && status !== 'needs_you')
  )
    return false
  return now - sentAt < resendWindowMs && !steps.some(({ event }) => event === 'server_error' || event === 'unclear')
}

/** How many times the request was sent, or may have been sent. */
export function countSendings({ steps }: Pick<IntentView, 'steps'>): number {
  return steps.filter(({ event }) => event === 'sent').length - steps.filter(({ event }) => event === 'not_sent').length
}

/**
 * Names of the servers that appeared in the account's list since the sending, by the newest check; null when there are
 * none.
 */
export function serversNewSinceSending(intent: Pick<IntentView, 'steps'>): string | null {
  const names = lastStatusRead(intent)?.fact['appeared']
  return typeof names === 'string' ? names : null
}

/** The server ID in the service's response, if it differs from the ordered one; null otherwise. */
export function serverIdInAnswer({ steps, target }: Pick<IntentView, 'steps' | 'target'>): string | null {
  const answer = steps.findLast(({ event, fact }) => event === 'unclear' && typeof fact['server_id'] === 'string')
  return answer && answer.fact['server_id'] !== target ? String(answer.fact['server_id']) : null
}

/** The newest check that did not decide the outcome; null when there was none. */
export function lastStatusRead({ steps }: Pick<IntentView, 'steps'>): IntentView['steps'][number] | null {
  return steps.findLast(({ event }) => event === 'read') ?? null
}
