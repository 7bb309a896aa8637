import { isKeyUsable, type KeyState } from '#shared/key-states.ts'

/**
 * The text key of `checkedAt`, under `accounts.keys`. `checkedAt` is when `/v1/me` last answered. For a key that was
 * refused since, it is the age of the permissions and not of the refusal.
 */
export function getCheckedAtLabelKey(state: KeyState): 'checkedAt' | 'permissionsReadAt' {
  return isKeyUsable({ state }) ? 'checkedAt' : 'permissionsReadAt'
}

/** Hidden for a quarantined key: the service no longer accepts it, so the stored expiry time is meaningless. */
export function isKeyExpiryShown(state: KeyState): boolean {
  return state !== 'quarantined'
}
