import { accountRefusal, type AccountRefusalReason } from '#shared/account-refusal.ts'
import { endpointOf } from '#shared/api/endpoints.ts'
import type { Account } from '#shared/ipc/accounts.ts'

/** Why records cannot be changed: the text key under `dns.mayNot`. */
export type RecordEditRefusal = 'offline' | Exclude<AccountRefusalReason, 'no_keys'>

/**
 * Why a record of `domain` (Punycode) cannot be changed; null if it can. Checked before a call is spent; main checks
 * again.
 */
export function recordEditRefusal(
  account: Account | null,
  domain: string,
  isOffline: boolean,
): RecordEditRefusal | null {
  if (isOffline) return 'offline'
  if (!account) return 'no_permission'
  const refusal = accountRefusal(account, endpointOf('domain.changeRecord'), { domain_name: domain })
  return refusal?.reason === 'no_keys' ? 'no_permission' : (refusal?.reason ?? null)
}
