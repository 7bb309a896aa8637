import { isAppError, type AppError } from '#shared/app-error.ts'
import type { CallContext } from './call-context-and-attempt-outcome.ts'
import { createProxyUnreachableError } from './create-proxy-errors.ts'
import type { AccountsPort } from './accounts-port.ts'

/** Returns false if the account got another proxy after the proxy for the call was chosen, or was removed. */
export function isProxyOfCallCurrent(
  accounts: Pick<AccountsPort, 'proxyId'>,
  { accountId, proxy }: Pick<CallContext, 'accountId' | 'proxy'>,
): boolean {
  if (accountId === null) return true
  try {
    return accounts.proxyId(accountId) === (proxy?.id ?? null)
  } catch (error) {
    if (isAppError(error, 'not_found')) return false
    throw error
  }
}

/** Nothing was sent, because the account's proxy was changed after the call had been prepared for the former one. */
export function createProxyChangedError({ proxy }: Pick<CallContext, 'proxy'>): AppError {
  return createProxyUnreachableError(proxy?.url ?? null, 'changed')
}

export function isProxyChangedError(error: AppError | null): boolean {
  return error?.kind === 'proxy_unreachable' && error.details['reason'] === 'changed'
}
