import { findGrantForService } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import type { KeyInformation } from '#shared/api/key-and-log-endpoints.ts'
import type { OrderIntentKind } from './order-intent-kinds.ts'

/**
 * Returns the key with which the outcome of an order is read: the order's own key or, if that may not read, a key for
 * all targets. Another key may not see the order's target. Null if there is none. `permittedKeys`: the keys that may
 * make the reading call.
 */
export function findKeyToCheckOrderOutcome<K extends { id: string; me: KeyInformation | null }>(
  permittedKeys: readonly K[],
  { keyId, item: { kind } }: { keyId: string; item: { kind: OrderIntentKind } },
): K | null {
  const service = kind === 'order' ? 'server' : 'domain'
  const seesAll = ({ me }: K) => me !== null && findGrantForService(me, service)?.target_mode === 'all'
  return permittedKeys.find(({ id }) => id === keyId) ?? permittedKeys.find(seesAll) ?? null
}
