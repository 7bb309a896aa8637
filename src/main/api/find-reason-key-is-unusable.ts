import { AppError } from '#shared/app-error.ts'
import { isUnusableKeyState } from '#shared/key-states.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { UnusableKey, UnusableKeyReason } from './accounts-port.ts'

/** Returns true for `/v1/me` with a key that the user chose. This call tests whether a refused key works again. */
export function isKeyTestByUser(endpointName: string, requestedKeyId: string | null): boolean {
  return endpointName === 'account.me' && requestedKeyId !== null
}

/** Returns why the state of a key forbids sending it (`now`: wall clock); null if the key may be sent. */
export function findReasonKeyIsUnusable(key: Key, now: number, isRetested: boolean): UnusableKeyReason | null {
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired'
  if (isRetested || !isUnusableKeyState(key.state)) return null
  // The stored state is outdated if the key has an expiry date, which is compared above with the present clock.
  if (key.state === 'expired') return key.expiresAt === null ? 'expired' : null
  return key.state
}

/** `requested`: the only key that was requested; the error then says nothing about the other keys of the account. */
export function createNoUsableKeyError(
  accountId: string,
  reasons: UnusableKey[],
  requested: Pick<Key, 'id' | 'label'> | null = null,
): AppError {
  return new AppError('no_key', 'No key of the account may do this', {
    details: { accountId, reasons, ...(requested !== null && { keyId: requested.id, keyLabel: requested.label }) },
  })
}
