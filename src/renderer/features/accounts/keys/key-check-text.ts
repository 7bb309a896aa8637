import type { Key } from '#shared/ipc/accounts.ts'

/**
 * What `checkedAt` of a key is called, under `accounts.keys`: it is when `/v1/me` last answered, which of a key that was refused since is the age of its
 * permissions and not of the refusal.
 */
export function checkedAtTextKey(state: Key['state']): 'checkedAt' | 'permissionsReadAt' {
  return state === 'working' || state === 'untested' ? 'checkedAt' : 'permissionsReadAt'
}

/** The service no longer accepts a refused key, so the expiry read before holds no more. */
export function isKeyExpiryShown(state: Key['state']): boolean {
  return state !== 'quarantined'
}
