import { endpointOf } from '#shared/api/endpoints.ts'
import { findMissingGrant } from '#shared/api/key-grants.ts'
import type { Account, Key } from '#shared/ipc/accounts.ts'

/** Why records cannot be changed: the text key under `dns.mayNot`. `keysUnusable`: a key has the permission, but is expired, refused or missing. */
export type RecordEditRefusal = 'offline' | 'paused' | 'readOnly' | 'noKey' | 'keysUnusable'

const sendable: readonly Key['state'][] = ['working', 'untested']

function isPermitted({ me }: Key, domain: string): boolean {
  return findMissingGrant(me, endpointOf('domain.changeRecord'), { domain_name: domain }) === null
}

/** Why a record of `domain` (Punycode) cannot be changed; null if it can. Checked before a call is spent; main checks again. */
export function recordEditRefusal(
  account: Account | null,
  domain: string,
  isOffline: boolean,
): RecordEditRefusal | null {
  if (isOffline) return 'offline'
  if (!account) return 'noKey'
  if (account.isPaused) return 'paused'
  if (account.isReadOnly) return 'readOnly'
  const permitted = account.keys.filter((key) => isPermitted(key, domain))
  if (permitted.length === 0) return 'noKey'
  return permitted.some(({ state }) => sendable.includes(state)) ? null : 'keysUnusable'
}
