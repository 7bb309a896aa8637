import { isAppError } from '#shared/app-error.ts'
import { rejectWhenCancelled, throwIfCancelled } from '#main/api/throw-or-reject-when-cancelled.ts'
import type { CallLayer } from '#main/api/compose-call-layers.ts'
import { isProxyChangedError } from '#main/api/proxy-changed-during-call.ts'
import type { AccountsPort } from '#main/api/accounts-port.ts'

/**
 * Sets the proxy that the call goes through (ADR 35). A call whose account got another proxy while it waited starts
 * again here, because the limits that protect the source address are those of the new address. The call is never sent
 * without the proxy of its account.
 */
export function createProxyRouteLayer({ accounts }: { accounts: Pick<AccountsPort, 'proxy'> }): CallLayer {
  return async (call, next) => {
    if (call.accountId === null) return next(call)
    for (;;) {
      throwIfCancelled(call.signal)
      const proxy = await rejectWhenCancelled(accounts.proxy(call.accountId), call.signal)
      try {
        const outcome = await next({ ...call, proxy })
        // A paid call was recorded as sent. Its own rules decide whether it is sent again.
        if (call.paid || !isProxyChangedError(outcome.error)) return outcome
      } catch (thrown) {
        if (!isAppError(thrown) || !isProxyChangedError(thrown)) throw thrown
      }
    }
  }
}
