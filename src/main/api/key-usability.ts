import type { EndpointName } from '#shared/api/endpoints.ts'
import { AppError } from '#shared/app-error.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { UnusableKey, UnusableKeyReason } from './types.ts'

/** A person asks whether a key that was refused works again. */
export function isKeyRetest(endpointName: EndpointName, wantedKeyId: string | null): boolean {
  return endpointName === 'account.me' && wantedKeyId !== null
}

/** Why a key may not be sent at all at this moment (`now`: wall clock); null when it may. */
export function unusableReasonByState(key: Key, now: number, isRetested: boolean): UnusableKeyReason | null {
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired'
  if (isRetested || key.state === 'working' || key.state === 'untested') return null
  // The state was stored when the clock or the expiry stood elsewhere.
  if (key.state === 'expired') return key.expiresAt === null ? 'expired' : null
  return key.state
}

/** The key itself cannot be sent, whatever it may do. */
export function isKeyStateReason(reason: UnusableKeyReason): boolean {
  return (['quarantined', 'expired', 'forbidden', 'missing'] satisfies UnusableKeyReason[]).some((state) => state === reason)
}

/** `keyId`: the one key that was asked for; what is wrong with it says nothing of the account's other keys. */
export function noUsableKeyError(reasons: UnusableKey[], keyId: string | null = null): AppError {
  return new AppError('no_key', 'No key of the account may do this', { details: { reasons, ...(keyId !== null && { keyId }) } })
}
