import type { KeyInformation } from '#shared/api/key-and-log-endpoints.ts'
import type { Endpoint } from '#shared/api/define-endpoint.ts'
import { findMissingGrant, type MissingGrant } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import { isKeyUsable, type KeyState } from './key-states.ts'

interface CallingAccount {
  isPaused: boolean
  isReadOnly: boolean
  keys: readonly { state: KeyState; me: KeyInformation | null }[]
}

export type AccountCallObstacle =
  | { reason: 'paused' }
  | { reason: 'read_only' } // the account is read-only in Banto, and the endpoint writes
  | { reason: 'no_keys' }
  | { reason: 'keys_refused' } // a key has the permission, but is expired, refused or missing
  | { reason: 'no_permission'; missing: readonly MissingGrant[] } // `missing`: what each key lacks; of the usable keys, if there are any
export type AccountCallObstacleReason = AccountCallObstacle['reason']

/**
 * Returns why an account cannot make a call, judged by its settings, the states of its keys and their last `/v1/me`;
 * null if it can. A key that was never checked may have any permission: the service decides.
 */
export function findAccountCallObstacle(
  { isPaused, isReadOnly, keys }: CallingAccount,
  endpoint: Endpoint,
  input: Record<string, unknown>,
): AccountCallObstacle | null {
  if (isPaused) return { reason: 'paused' }
  if (isReadOnly && endpoint.scope === 'write') return { reason: 'read_only' }
  if (keys.length === 0) return { reason: 'no_keys' }
  const granted = keys.filter(({ me }) => findMissingGrant(me, endpoint, input) === null)
  if (granted.some(isKeyUsable)) return null
  if (granted.length > 0) return { reason: 'keys_refused' }
  const usable = keys.filter(isKeyUsable)
  const missing = (usable.length > 0 ? usable : keys).flatMap(({ me }) => findMissingGrant(me, endpoint, input) ?? [])
  return { reason: 'no_permission', missing }
}
