import { endpointOf } from '#shared/api/endpoints.ts'
import { findMissingGrant, type MissingGrant } from '#shared/api/key-grants.ts'
import type { IntentKind } from '#shared/intent-kinds.ts'
import type { Account, Key } from '#shared/ipc/accounts.ts'

/** What brings something new into an account; renewals are of domains that a key may or may not see. */
export type NewPurchaseKind = Exclude<IntentKind, 'renew'>

const endpoints = {
  order: 'server.order',
  acquire: 'domain.acquire',
  transfer: 'domain.transfer',
} as const satisfies Record<NewPurchaseKind, string>

/** Why an account cannot buy: the text key under `shop.mayNot`. */
export type PurchaseRefusal =
  | 'paused'
  | 'readOnly'
  | 'noKeys'
  | 'keysRefused'
  | 'service'
  | 'domainPermission'
  | 'serverPermission'
  | 'signup'
  | 'acquisition'
  | 'selectedServers'
  | 'selectedDomains'

const sendable: readonly Key['state'][] = ['working', 'untested']

/** What lacks least comes first: of many keys, the one that is easiest to mend is told. */
const nearest: readonly MissingGrant[] = ['signup', 'acquisition', 'target', 'permission', 'service']

/** Why an account renews nothing of a domain, as far as its settings and `/v1/me` tell; null when it may. */
export function renewalRefusal(
  { isPaused, isReadOnly, keys }: Account,
  name: string,
): 'paused' | 'read_only' | 'keys_refused' | 'no_key' | null {
  if (isPaused) return 'paused'
  if (isReadOnly) return 'read_only'
  const usable = keys.filter(({ state }) => sendable.includes(state))
  if (usable.length === 0) return 'keys_refused'
  const mayRenew = usable.some(
    ({ me }) => findMissingGrant(me, endpointOf('domain.renew'), { domain_name: name }) === null,
  )
  return mayRenew ? null : 'no_key'
}

/** Null if the account may buy, judged by the last `/v1/me`. Main decides in the end. */
export function purchaseRefusal(account: Account, kind: NewPurchaseKind): PurchaseRefusal | null {
  if (account.isPaused) return 'paused'
  if (account.isReadOnly) return 'readOnly'
  if (account.keys.length === 0) return 'noKeys'
  const usable = account.keys.filter(({ state }) => sendable.includes(state))
  if (usable.length === 0) return 'keysRefused'
  const refusals = usable.map(({ me }) => findMissingGrant(me, endpointOf(endpoints[kind]), {}))
  if (refusals.includes(null)) return null
  const told = nearest.find((reason) => refusals.includes(reason)) ?? 'service'
  // Beside the permission it lacks, each kind needs one of its own.
  if (told === 'permission') return kind === 'order' ? 'serverPermission' : 'domainPermission'
  if (told !== 'target') return told
  return kind === 'order' ? 'selectedServers' : 'selectedDomains'
}
