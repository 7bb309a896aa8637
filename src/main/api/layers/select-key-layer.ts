import type { Endpoint } from '#shared/api/define-endpoint.ts'
import { AppError, isAppError } from '#shared/app-error.ts'
import { isErrorCausedBy } from '#shared/error-kinds.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { Clock } from '#main/clock.ts'
import { isKeyRefused, isPermissionRefused } from '#main/api/http/response-predicates.ts'
import { scoreKeyPrivileges, findMissingGrant } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import {
  isKeyTestByUser,
  createNoUsableKeyError,
  findReasonKeyIsUnusable,
} from '#main/api/find-reason-key-is-unusable.ts'
import type { CallContext, CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import type { CallLayer } from '#main/api/compose-call-layers.ts'
import type { AccountsPort, UnusableKey } from '#main/api/accounts-port.ts'

interface KeySelectionRequest {
  accountId: string
  endpointName: string
  endpoint: Endpoint
  input: Record<string, unknown>
  requestedKeyId: string | null
}

export interface KeySelector {
  /**
   * Returns the account's keys that may do the call, and why the others may not. The key with the fewest rights comes
   * first. Keys that lacked the permission come last. `requestedKey`: the only key that may be used; null for any.
   */
  rankUsableKeys(request: KeySelectionRequest): { keys: Key[]; unusableKeys: UnusableKey[]; requestedKey: Key | null }
  /** The service refused a call because the key lacks a permission. `/v1/me` did not show that. */
  recordMissingPermission(key: Key, endpointName: string): void
}

export function createKeySelector({
  accounts,
  clock,
}: {
  accounts: Pick<AccountsPort, 'keys'>
  clock: Clock
}): KeySelector {
  const missingPermissions = new Set<string>()
  /**
   * Includes the time of the last `/v1/me`: after a new check the permission may have changed, and the key is tried
   * again.
   */
  const permissionKeyOf = ({ id, checkedAt }: Key, endpointName: string) => `${id} ${checkedAt} ${endpointName}`

  function rankUsableKeys({ accountId, endpointName, endpoint, input, requestedKeyId }: KeySelectionRequest) {
    const all = accounts.keys(accountId)
    const candidates = requestedKeyId === null ? all : all.filter((key) => key.id === requestedKeyId)
    if (requestedKeyId !== null && candidates.length === 0)
      throw new AppError('not_found', 'The account has no such key', { details: { keyId: requestedKeyId } })
    const keys: Key[] = []
    const unusableKeys: UnusableKey[] = []
    for (const key of candidates) {
      const reason =
        findReasonKeyIsUnusable(key, clock.now(), isKeyTestByUser(endpointName, requestedKeyId)) ??
        findMissingGrant(key.me, endpoint, input)
      if (reason) unusableKeys.push({ keyId: key.id, reason })
      else keys.push(key)
    }
    const isMissingPermission = (key: Key): boolean => missingPermissions.has(permissionKeyOf(key, endpointName))
    return {
      keys: keys.toSorted((a, b) => Number(isMissingPermission(a)) - Number(isMissingPermission(b)) || byPower(a, b)),
      unusableKeys,
      requestedKey: requestedKeyId === null ? null : (candidates[0] ?? null),
    }
  }

  return {
    rankUsableKeys,
    recordMissingPermission: (key, endpointName) => void missingPermissions.add(permissionKeyOf(key, endpointName)),
  }
}

function byPower(a: Key, b: Key): number {
  const untested = Number(a.state !== 'working') - Number(b.state !== 'working')
  const [powerA, powerB] = [scoreKeyPrivileges(a.me), scoreKeyPrivileges(b.me)]
  // Two keys that were never checked: Infinity minus Infinity is NaN.
  return (powerA === powerB ? 0 : powerA - powerB) || untested || a.addedAt - b.addedAt
}

/**
 * Chooses the key. If a key is refused, a read is sent again with the next usable key. A write that is not paid is sent
 * again in two cases only: the key was removed before anything was sent, or the service answered that the key lacks the
 * permission. Such a key is tried last for this endpoint from then on.
 */
export function createSelectKeyLayer(keySelector: KeySelector): CallLayer {
  return async (call, next) => {
    if (call.accountId === null) return next(call)
    const tried = new Set<string>()
    let refused: CallAttemptOutcome | null = null
    let mismatch: AppError | null = null
    for (;;) {
      const { keys, unusableKeys, requestedKey } = keySelector.rankUsableKeys({ ...call, accountId: call.accountId })
      const key = keys.find(({ id }) => !tried.has(id))
      if (!key) {
        if (refused) return refused
        if (mismatch) throw mismatch
        throw createNoUsableKeyError(
          call.accountId,
          [
            ...unusableKeys,
            ...[...tried].filter((id) => !unusableKeys.some(({ keyId }) => keyId === id)).map(asMissing),
          ],
          requestedKey,
        )
      }
      tried.add(key.id)
      const outcome = await next({ ...call, key }).catch((thrown: unknown) => {
        if (isAppError(thrown, 'secret_origin_mismatch')) mismatch = thrown
        if (mayTryNextKeyAfterError(thrown, call)) return null
        throw thrown
      })
      if (!outcome) continue
      if (isPermissionRefused(outcome)) keySelector.recordMissingPermission(key, call.endpointName)
      if (!mayTryNextKeyAfterResponse(outcome, call)) return outcome
      refused = outcome
    }
  }
}

function mayTryNextKeyAfterResponse(outcome: CallAttemptOutcome, { endpoint, requestedKeyId }: CallContext): boolean {
  if (requestedKeyId !== null || endpoint.idempotency === 'paid') return false
  return isPermissionRefused(outcome) || (isKeyRefused(outcome) && endpoint.idempotency === 'read')
}

const asMissing = (keyId: string): UnusableKey => ({ keyId, reason: 'missing' })

/** Returns true if the key was lost while the call waited, or if the keychain does not hold it for this origin. */
function mayTryNextKeyAfterError(thrown: unknown, call: CallContext): boolean {
  return call.requestedKeyId === null && isAppError(thrown) && isErrorCausedBy(thrown, 'key')
}
