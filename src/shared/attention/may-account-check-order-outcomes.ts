import { mayAnyKeyReadList } from '#shared/api/may-any-key-read-list.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { isKeyUsable } from '#shared/key-states.ts'
import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'

/**
 * Returns whether the account's keys may read a list in which the outcomes of orders of these kinds show. An order may
 * still lack a key that sees its target (`findKeyToCheckOrderOutcome`).
 */
export function mayAccountCheckOrderOutcomes(
  { isPaused, keys }: Pick<Account, 'isPaused' | 'keys'>,
  kinds: readonly OrderIntentKind[],
): boolean {
  const usable = keys.filter(isKeyUsable)
  return !isPaused && kinds.some((kind) => mayAnyKeyReadList(usable, kind === 'order' ? 'server' : 'domain'))
}
