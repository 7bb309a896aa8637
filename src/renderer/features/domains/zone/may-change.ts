import type { ServiceGrant } from '#shared/api/account.ts'
import type { Account, Key } from '#shared/ipc/accounts.ts'

/** Why records cannot be changed: the key of its text under `dns.mayNot`. */
export type Refusal = 'offline' | 'paused' | 'readOnly' | 'noKey'

const sendable: readonly Key['state'][] = ['working', 'untested']

/** The permission of a grant for DNS. A category that the grant does not name disables nothing. */
function mayWriteDns(grant: ServiceGrant): boolean {
  if (grant.permission_type === 'read') return false
  if (grant.permission_type !== 'custom') return true
  const permission = Array.isArray(grant.permissions) ? undefined : grant.permissions?.dns
  return permission === undefined || permission === 'full'
}

/** A key of which `/v1/me` has not been read may do anything, as far as is known. */
function mayKeyChange(key: Key, domain: string): boolean {
  if (!sendable.includes(key.state)) return false
  if (key.me === null) return true
  const grant = key.me.services.domain
  if (!grant) return false
  return mayWriteDns(grant) && (grant.target_mode !== 'selected' || (grant.targets ?? []).includes(domain))
}

/** Why a record of `domain` (Punycode) cannot be changed, before a call is spent; null when it may. Main decides in the end. */
export function refusalOf(account: Account | null, domain: string, isOffline: boolean): Refusal | null {
  if (isOffline) return 'offline'
  if (!account) return 'noKey'
  if (account.isPaused) return 'paused'
  if (account.isReadOnly) return 'readOnly'
  return account.keys.some((key) => mayKeyChange(key, domain)) ? null : 'noKey'
}
