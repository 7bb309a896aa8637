import { findMissingGrant } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import { AppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'
import type { CallToCheck } from '#main/api/find-setting-that-forbids-call.ts'
import { throwIfCancelled } from '#main/api/throw-or-reject-when-cancelled.ts'
import {
  isKeyTestByUser,
  createNoUsableKeyError,
  findReasonKeyIsUnusable,
} from '#main/api/find-reason-key-is-unusable.ts'
import { isProxyOfCallCurrent, createProxyChangedError } from '#main/api/proxy-changed-during-call.ts'
import type { CallContext } from '#main/api/call-context-and-attempt-outcome.ts'
import type { CallLayer } from '#main/api/compose-call-layers.ts'
import type { AccountsPort } from '#main/api/accounts-port.ts'

interface Deps {
  accounts: Pick<AccountsPort, 'keys' | 'proxyId' | 'secret'>
  clock: Clock
  findSettingThatForbidsCall: (request: CallToCheck) => AppError | null
  ipBlockRefusal: (call: CallContext) => AppError | null
}

/**
 * Repeats the checks just before sending, after the slot is granted: settings, keys, their permissions or the IP block
 * may have changed while the call waited.
 */
export function createRecheckBeforeSendingLayer({
  accounts,
  clock,
  findSettingThatForbidsCall,
  ipBlockRefusal,
}: Deps): CallLayer {
  function keyRefusal({ key, accountId, endpointName, endpoint, input, requestedKeyId }: CallContext): AppError | null {
    if (!key || accountId === null) return null
    const storedKey = accounts.keys(accountId).find(({ id }) => id === key.id)
    const reason = storedKey
      ? (findReasonKeyIsUnusable(storedKey, clock.now(), isKeyTestByUser(endpointName, requestedKeyId)) ??
        findMissingGrant(storedKey.me, endpoint, input))
      : 'missing'
    return (
      reason && createNoUsableKeyError(accountId, [{ keyId: key.id, reason }], requestedKeyId === null ? null : key)
    )
  }

  /**
   * A paid call is repeated with the key that sent it first. Throws `conflict` if the secret was replaced under the
   * same ID.
   */
  async function assertSameSecret({ paid, key, secret, baseUrl }: CallContext): Promise<void> {
    if (paid && key && (await accounts.secret(key.id, baseUrl)) !== secret)
      throw new AppError('conflict', 'The API key was replaced while the call waited')
  }

  return async (call, next) => {
    await assertSameSecret(call)
    throwIfCancelled(call.signal)
    // `findSettingThatForbidsCall` throws for an account that was removed.
    if (call.accountId !== null && !isProxyOfCallCurrent(accounts, call)) {
      findSettingThatForbidsCall(call)
      throw createProxyChangedError(call)
    }
    const refusal = findSettingThatForbidsCall(call) ?? keyRefusal(call) ?? ipBlockRefusal(call)
    if (refusal) throw refusal
    // The last step before sending: after it, nothing stops the call.
    await call.paid?.beforeSend()
    call.onSending?.(call.key)
    return next(call)
  }
}
