import { mayRefusedOrderBeQuotedAgain } from '#shared/api/refusals-after-which-orders-may-be-quoted-again.ts'
import { isInsufficientBalanceError } from '#main/orders/is-insufficient-balance-error.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'

/** Returns true if the order was refused for insufficient balance, or is held after such a refusal. */
export function isOrderBlockedByBalance({
  state,
  hold,
  error,
}: Pick<StoredIntent, 'state' | 'hold' | 'error'>): boolean {
  return state === 'planned' ? hold?.reason === 'no_money' : state === 'refused' && isInsufficientBalanceError(error)
}

/** Returns whether the order was refused for another reason than the balance. */
export function isOrderRefusedForReasonOtherThanBalance(
  intent: Pick<StoredIntent, 'state' | 'hold' | 'error'>,
): boolean {
  return intent.state === 'refused' && !isOrderBlockedByBalance(intent)
}

/**
 * Returns whether the order may be priced again. A transfer may not, because its auth code is wiped or encrypted. The
 * repeat of a server order may not: the repeated order may have created a server under another ID, and pricing cannot
 * see that. The repeat of a domain order may, because pricing reads the domain list, which shows a domain that the
 * repeated order acquired.
 */
export function mayOrderBeQuotedAgain(
  intent: Pick<StoredIntent, 'item' | 'repeats' | 'state' | 'hold' | 'error'>,
): boolean {
  const { item, repeats, state, error } = intent
  return (
    (isOrderBlockedByBalance(intent) || (state === 'refused' && mayRefusedOrderBeQuotedAgain(error))) &&
    item.kind !== 'transfer' &&
    (item.kind !== 'order' || repeats === null)
  )
}
