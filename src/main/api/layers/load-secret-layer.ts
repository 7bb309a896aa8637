import { rejectWhenCancelled, throwIfCancelled } from '#main/api/throw-or-reject-when-cancelled.ts'
import type { CallLayer } from '#main/api/compose-call-layers.ts'
import type { AccountsPort } from '#main/api/accounts-port.ts'

/** Reads the secret before the call queues for a slot, so that a keychain prompt does not occupy a slot. */
export function createLoadSecretLayer({ accounts }: { accounts: Pick<AccountsPort, 'secret'> }): CallLayer {
  return async (call, next) => {
    throwIfCancelled(call.signal)
    if (!call.key) return next(call)
    return next({ ...call, secret: await rejectWhenCancelled(accounts.secret(call.key.id, call.baseUrl), call.signal) })
  }
}
