import type { DomainStatus } from '#shared/api/domain-schemas.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'

/**
 * Returns the outcome that the user recorded. Null if the user recorded none, or if an event other than `repeated`
 * followed.
 */
export function findOutcomeRecordedByUser({
  steps,
}: Pick<OrderIntentView, 'steps'>): 'accepted' | 'notAccepted' | 'mayFollow' | null {
  const last = steps.findLast(({ event }) => event !== 'repeated')
  if (last?.event !== 'settled_by_person') return null
  if (last.fact['happened'] === true) return 'accepted'
  return last.fact['mayStillArrive'] === true ? 'mayFollow' : 'notAccepted'
}

/** Returns the key of the text that says what `settledAt` is the time of. Only a response dates the order itself. */
export function getSettlementTimeTextKey({
  state,
  steps,
}: Pick<
  OrderIntentView,
  'state' | 'steps'
>): `orders.facts.${'recordedAt' | 'cancelledAt' | 'checkedAt' | 'settledAt'}` {
  if (steps.some(({ event }) => event === 'settled_by_person')) return 'orders.facts.recordedAt'
  if (state === 'abandoned') return 'orders.facts.cancelledAt'
  return `orders.facts.${steps.some(({ event }) => event === 'settled_by_reading') ? 'checkedAt' : 'settledAt'}`
}

/**
 * For a renewal that a check settled as done: the expiry date that the check read, and when. Null for any other order.
 */
export function findExpiryThatProvedRenewal({
  item,
  status,
  steps,
}: Pick<OrderIntentView, 'item' | 'status' | 'steps'>): { expiry: string; readAt: number } | null {
  const check = steps.findLast(({ event }) => event === 'settled_by_reading')
  const expiry = check?.fact['expiry_date']
  return item.kind === 'renew' && status === 'done' && check && typeof expiry === 'string'
    ? { expiry, readAt: check.at }
    : null
}

/**
 * If a check alone shows that the order was carried out, returns the time of the check: the target appeared in the
 * account, but no response confirmed the order. Null for any other order. For renewals, see
 * `findExpiryThatProvedRenewal`.
 */
export function findTimeOfCheckThatShowedTarget({
  item,
  status,
  steps,
}: Pick<OrderIntentView, 'item' | 'status' | 'steps'>): number | null {
  if (item.kind === 'renew' || (status !== 'done' && status !== 'accepted')) return null
  return steps.findLast(({ event }) => event === 'settled_by_reading')?.at ?? null
}

/**
 * Returns true if the transfer of the order failed, and a later list shows the domain as transferred or being
 * transferred. The API description shows no way from a failed transfer to another status, so another application may
 * have led to it.
 */
export function didDomainMoveAfterTransferFailed({
  item,
  status,
  steps,
}: Pick<OrderIntentView, 'item' | 'status' | 'steps'>): boolean {
  return (
    item.kind === 'transfer' &&
    (status === 'done' || status === 'accepted') &&
    steps.some(({ fact }) => fact['becomes'] === ('transfer_action_required' satisfies DomainStatus))
  )
}

/**
 * For a renewal: the newest check that showed the confirmed expiry date, if a later check showed another one; else
 * null.
 */
export function findLastCheckBeforeExpiryChanged(
  intent: Pick<OrderIntentView, 'item' | 'expiryDate' | 'steps'>,
): OrderIntentView['steps'][number] | null {
  const { item, expiryDate, steps } = intent
  const isUnchanged = ({ event, fact }: OrderIntentView['steps'][number]) =>
    event === 'read' && fact['expiry_date'] === expiryDate
  const last = findLastInconclusiveCheck(intent)
  if (item.kind !== 'renew' || last === null || isUnchanged(last)) return null
  return steps.findLast(isUnchanged) ?? null
}

/**
 * Returns the names of the servers that appeared in the account's list since the sending, by the newest check; null
 * when there are none.
 */
export function findNamesOfServersNewSinceSending(intent: Pick<OrderIntentView, 'steps'>): string | null {
  const names = findLastInconclusiveCheck(intent)?.fact['appeared']
  return typeof names === 'string' ? names : null
}

/** Returns the server ID in the service's response, if it differs from the ordered one; null otherwise. */
export function findDifferingServerIdInResponse({
  steps,
  target,
}: Pick<OrderIntentView, 'steps' | 'target'>): string | null {
  const answer = steps.findLast(({ event, fact }) => event === 'unclear' && typeof fact['server_id'] === 'string')
  return answer && answer.fact['server_id'] !== target ? String(answer.fact['server_id']) : null
}

/** Returns the newest check that did not decide the outcome; null when there was none. */
export function findLastInconclusiveCheck({
  steps,
}: Pick<OrderIntentView, 'steps'>): OrderIntentView['steps'][number] | null {
  return steps.findLast(({ event }) => event === 'read') ?? null
}
