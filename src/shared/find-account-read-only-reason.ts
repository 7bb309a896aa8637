import { endpointNames, getEndpoint } from '#shared/api/endpoints.ts'
import type { KeyInformation } from '#shared/api/key-and-log-endpoints.ts'
import { isReadOnlyKey } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import { isKeyUsable, type KeyState } from './key-states.ts'

const endpoints = endpointNames.map(getEndpoint)

/**
 * Returns why an account changes nothing: its setting, or the permissions of all its usable keys. Null if it may change
 * something, and without a usable key.
 */
export function findAccountReadOnlyReason({
  isReadOnly,
  keys,
}: {
  isReadOnly: boolean
  keys: readonly { state: KeyState; me: KeyInformation | null }[]
}): 'setting' | 'keys' | null {
  if (isReadOnly) return 'setting'
  const usable = keys.filter(isKeyUsable)
  return usable.length > 0 && usable.every(({ me }) => isReadOnlyKey(me, endpoints)) ? 'keys' : null
}
