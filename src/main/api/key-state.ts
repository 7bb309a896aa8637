import type { EndpointName } from '#shared/api/catalog.ts'
import { AppError } from '#shared/errors.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { KeyRefusal, KeyRefusalReason } from './types.ts'

/** A person asks whether a key that was refused works again. */
export function isRetest(endpointName: EndpointName, wantedKeyId: string | null): boolean {
  return endpointName === 'account.me' && wantedKeyId !== null
}

/** Why a key may not be sent at all at this moment (`now`: wall clock); null when it may. */
export function refusalByState(key: Key, now: number, isRetested: boolean): KeyRefusalReason | null {
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired'
  if (isRetested || key.state === 'working' || key.state === 'untested') return null
  // The state was stored when the clock or the expiry stood elsewhere.
  if (key.state === 'expired') return key.expiresAt === null ? 'expired' : null
  return key.state
}

/** The key itself cannot be sent, whatever it may do. */
export function isOfState(reason: KeyRefusalReason): boolean {
  return (['quarantined', 'expired', 'forbidden', 'missing'] satisfies KeyRefusalReason[]).some((state) => state === reason)
}

/** `keyId`: the one key that was asked for; what is wrong with it says nothing of the account's other keys. */
export function noKeyError(reasons: KeyRefusal[], keyId: string | null = null): AppError {
  return new AppError('no_key', 'No key of the account may do this', { details: { reasons, ...(keyId !== null && { keyId }) } })
}
