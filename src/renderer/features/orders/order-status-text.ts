import { idempotencyWindowMs } from '#shared/api/limits.ts'
import { minuteMs } from '#shared/durations.ts'
import { possibleRenewedExpiries } from '#shared/renewal-expiry.ts'
import type { Account, Key } from '#shared/ipc/accounts.ts'
import type { IntentView, OrderStatus } from '#shared/ipc/order-intents.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { formatYen } from '#renderer/ui/format/format-yen.ts'
import { orderTargetName } from './order-text.ts'

/** The values that sentences about an intent name; the account as it is called now, which another may have been when the person confirmed. */
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

/** What the person recorded of it, where nothing that was read since says more; null of what the service answered or a check showed. */
export function outcomeSetByPerson({
  steps,
}: Pick<IntentView, 'steps'>): 'accepted' | 'notAccepted' | 'mayFollow' | null {
  const last = steps.findLast(({ event }) => event !== 'repeated')
  if (last?.event !== 'settled_by_person') return null
  if (last.fact['happened'] === true) return 'accepted'
  return last.fact['mayStillArrive'] === true ? 'mayFollow' : 'notAccepted'
}

type StatusMeaningTextKey = 'meaning' | 'meaningOffline' | 'meaningKeychain' | 'meaningPaused' | 'meaningNoKey'

/** Main stops an hour before the service forgets the idempotency key. */
const resendWindowMs = idempotencyWindowMs - 60 * minuteMs
const usableKeyStates: readonly Key['state'][] = ['working', 'untested']

/** The texts that say what an order's status means. An unknown outcome has other texts where nothing can be checked. `account`: null when it is not known. */
export function statusMeaningTextKey(
  status: OrderStatus,
  { isOffline, hasKeychain }: { isOffline: boolean; hasKeychain: boolean },
  account: Pick<Account, 'isPaused' | 'keys'> | null,
): StatusMeaningTextKey {
  if (status !== 'unsettled' && status !== 'needs_you') return 'meaning'
  if (isOffline) return 'meaningOffline'
  if (!hasKeychain) return 'meaningKeychain'
  if (account?.isPaused) return 'meaningPaused'
  return account && !account.keys.some(({ state }) => usableKeyStates.includes(state)) ? 'meaningNoKey' : 'meaning'
}

/**
 * Whether Banto may send the request of an order of unknown outcome again by itself. Main decides in the end, by every clock and the target's
 * newest reading. `now`: epoch milliseconds.
 */
export function mayBeSentAgain(
  { item, status, stop, steps }: Pick<IntentView, 'item' | 'status' | 'stop' | 'steps'>,
  now: number,
): boolean {
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

/** How often bytes left, or may have. */
export function countSendings({ steps }: Pick<IntentView, 'steps'>): number {
  return steps.filter(({ event }) => event === 'sent').length - steps.filter(({ event }) => event === 'not_sent').length
}

/** Servers that are new in the account's list since the order was sent, by the newest reading; null when there are none. */
export function serversNewSinceSending(intent: Pick<IntentView, 'steps'>): string | null {
  const names = lastStatusRead(intent)?.fact['appeared']
  return typeof names === 'string' ? names : null
}

/** What the service's own answer called the server, where that is not the ID that was sent. */
export function serverIdInAnswer({ steps, target }: Pick<IntentView, 'steps' | 'target'>): string | null {
  const answer = steps.findLast(({ event, fact }) => event === 'unclear' && typeof fact['server_id'] === 'string')
  return answer && answer.fact['server_id'] !== target ? String(answer.fact['server_id']) : null
}

/** The newest reading of what became of it; null when there was none. */
export function lastStatusRead({ steps }: Pick<IntentView, 'steps'>): IntentView['steps'][number] | null {
  return steps.findLast(({ event }) => event === 'read') ?? null
}
