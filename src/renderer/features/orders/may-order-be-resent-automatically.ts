import { getEndpoint } from '#shared/api/endpoints.ts'
import { findMissingGrant } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import { idempotencyWindowMs } from '#shared/api/service-limits.ts'
import { minuteMs } from '#shared/durations.ts'
import { isKeyUsable } from '#shared/key-states.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import { paidEndpointByOrderKind } from '#shared/paid-endpoint-by-order-kind.ts'

/** Main stops resending an hour before the service forgets the idempotency key. */
const resendWindowMs = idempotencyWindowMs - 60 * minuteMs

/** The time that the window shows may be some seconds old. */
const clockToleranceMs = minuteMs

/** Returns true if the order was sent first so long ago that it is never sent again. */
export function isOrderTooOldToBeResent({ sentAt }: Pick<OrderIntentView, 'sentAt'>, now: number): boolean {
  return sentAt !== null && now - sentAt >= resendWindowMs
}

/**
 * Returns true if the app may resend an order with an unknown outcome automatically. Only the key that sent the order
 * resends it. Main makes the final decision, with all clocks and the target's newest reading. `account`: null when it
 * is not known. `now`: epoch milliseconds.
 */
export function mayOrderBeResentAutomatically(
  {
    item,
    keyId,
    state,
    status,
    stop,
    sentAt,
    steps,
  }: Pick<OrderIntentView, 'item' | 'keyId' | 'state' | 'status' | 'stop' | 'sentAt' | 'steps'>,
  account: Pick<Account, 'isPaused' | 'isReadOnly' | 'keys'> | null,
  now: number,
): boolean {
  if (item.kind === 'order' || !account || account.isPaused || account.isReadOnly) return false
  const endpoint = getEndpoint(paidEndpointByOrderKind[item.kind])
  const sender = account.keys.find(({ id }) => id === keyId)
  if (!sender || !isKeyUsable(sender) || findMissingGrant(sender.me, endpoint, { domain_name: item.name }) !== null)
    return false
  if (
    stop !== null ||
    !steps.some(({ event }) => event === 'sent') ||
    state === 'abandoned' ||
    (status !== 'unsettled' && status !== 'needs_you')
  )
    return false
  // After the clock was set back, the age of the first sending is not known.
  return (
    (sentAt === null || now >= sentAt - clockToleranceMs) &&
    !isOrderTooOldToBeResent({ sentAt }, now) &&
    !steps.some(({ event }) => event === 'server_error' || event === 'unclear')
  )
}
