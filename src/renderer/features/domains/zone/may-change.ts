import { endpointOf } from '#shared/api/catalog.ts'
import { refusalByGrants } from '#shared/api/grants.ts'
import type { Account, Key } from '#shared/ipc/accounts.ts'

/** Why records cannot be changed: the key of its text under `dns.mayNot`. `keysUnusable`: a key has the permission, but is expired, not accepted or missing. */
export type Refusal = 'offline' | 'paused' | 'readOnly' | 'noKey' | 'keysUnusable'

const sendable: readonly Key['state'][] = ['working', 'untested']

function isPermitted({ me }: Key, domain: string): boolean {
  return refusalByGrants(me, endpointOf('domain.changeRecord'), { domain_name: domain }) === null
}

/** Why a record of `domain` (Punycode) cannot be changed, before a call is spent; null when it may. Main decides in the end. */
export function refusalOf(account: Account | null, domain: string, isOffline: boolean): Refusal | null {
  if (isOffline) return 'offline'
  if (!account) return 'noKey'
  if (account.isPaused) return 'paused'
  if (account.isReadOnly) return 'readOnly'
  const permitted = account.keys.filter((key) => isPermitted(key, domain))
  if (permitted.length === 0) return 'noKey'
  return permitted.some(({ state }) => sendable.includes(state)) ? null : 'keysUnusable'
}
