import { orCancelled, throwIfCancelled } from './cancelled.ts'
import type { Layer } from './pipeline.ts'
import type { ApiAccounts } from './types.ts'

/** Fetches the key before the call takes a place, so that a keychain that waits for a person holds none. */
export function createFetchSecret({ accounts }: { accounts: Pick<ApiAccounts, 'secret'> }): Layer {
  return async (call, next) => {
    throwIfCancelled(call.signal)
    if (!call.key) return next(call)
    return next({ ...call, secret: await orCancelled(accounts.secret(call.key.id, call.baseUrl), call.signal) })
  }
}
