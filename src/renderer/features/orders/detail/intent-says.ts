import { expiriesAfter } from '#shared/expiry.ts'
import type { IntentView, OrderStatus } from '#shared/ipc/orders.ts'
import { useAccounts } from '../../../shell/accounts-state.ts'
import { formatYen } from '../quote/format-yen.ts'
import { nameOf } from '../intent-words.ts'

/** The values that sentences about an intent name; the account as it is called now, which another may have been when the person confirmed. */
export function valuesOf(intent: Omit<IntentView, 'steps'>, t: (key: string, values?: Record<string, unknown>) => string): Record<string, string> {
  return {
    name: nameOf(intent),
    account: useAccounts().byId(intent.item.accountId)?.label ?? intent.accountLabel,
    amount: formatYen(intent.yen, t),
    date: intent.expiryDate ?? '—',
    expected: expectedOf(intent).join(' / ') || '—',
  }
}

function expectedOf({ item, expiryDate }: Pick<IntentView, 'item' | 'expiryDate'>): string[] {
  return item.kind === 'renew' && expiryDate !== null ? expiriesAfter(expiryDate, item.years) : []
}

/** What the person recorded of it, where nothing that was read since says more; null of what the service answered or a check showed. */
export function recordedBy({ steps }: Pick<IntentView, 'steps'>): 'accepted' | 'notAccepted' | 'mayFollow' | null {
  const last = steps.findLast(({ event }) => event !== 'repeated')
  if (last?.event !== 'settled_by_person') return null
  if (last.fact['happened'] === true) return 'accepted'
  return last.fact['mayStillArrive'] === true ? 'mayFollow' : 'notAccepted'
}

type Meaning = 'meaning' | 'meaningOffline' | 'meaningKeychain' | 'meaningPaused'

/** The texts that say what its status means: of an unknown outcome others where nothing can be checked. */
export function meaningOf(status: OrderStatus, { isOffline, hasKeychain, isPaused }: { isOffline: boolean; hasKeychain: boolean; isPaused: boolean }): Meaning {
  if (status !== 'unsettled' && status !== 'needs_you') return 'meaning'
  if (isOffline) return 'meaningOffline'
  if (!hasKeychain) return 'meaningKeychain'
  return isPaused ? 'meaningPaused' : 'meaning'
}

/** How often bytes left, or may have. */
export function sendingsOf({ steps }: Pick<IntentView, 'steps'>): number {
  return steps.filter(({ event }) => event === 'sent').length - steps.filter(({ event }) => event === 'not_sent').length
}

/** Servers that are new in the account's list since the order was sent, by the newest reading; null when there are none. */
export function appearedServers(intent: Pick<IntentView, 'steps'>): string | null {
  const names = lastReading(intent)?.fact['appeared']
  return typeof names === 'string' ? names : null
}

/** What the service's own answer called the server, where that is not the ID that was sent. */
export function answeredServer({ steps, target }: Pick<IntentView, 'steps' | 'target'>): string | null {
  const answer = steps.findLast(({ event, fact }) => event === 'unclear' && typeof fact['server_id'] === 'string')
  return answer && answer.fact['server_id'] !== target ? String(answer.fact['server_id']) : null
}

/** The newest reading of what became of it; null when there was none. */
export function lastReading({ steps }: Pick<IntentView, 'steps'>): IntentView['steps'][number] | null {
  return steps.findLast(({ event }) => event === 'read') ?? null
}
