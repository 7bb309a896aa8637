import { isKeyUsable, type KeyState } from '#shared/key-states.ts'

/**
 * Returns the text key (under `accounts.keys`) of the label of `checkedAt`, the time of the last answer of `/v1/me`.
 * For a key that the service refused after this time, the label says that the permissions are of this time.
 */
export function getCheckedAtLabelTextKey(state: KeyState): 'checkedAt' | 'permissionsReadAt' {
  return isKeyUsable({ state }) ? 'checkedAt' : 'permissionsReadAt'
}

/** Hidden for a quarantined key: the service no longer accepts it, so the stored expiry time is meaningless. */
export function isKeyExpiryShown(state: KeyState): boolean {
  return state !== 'quarantined'
}
