import { serviceErrors } from '#shared/api/service-errors.ts'
import type { WireError } from '#shared/app-error.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { describeError, type ErrorDescription } from '#renderer/ui/notices/describe-error.ts'

/**
 * Describes why the service declined an order. The text about a key that was not accepted calls the key invalid, which
 * ends when the user replaces the key or tests it again. `account`: null when it is not known.
 */
export function describeOrderRefusal(error: WireError, account: Pick<Account, 'keys'> | null): ErrorDescription {
  const description = describeError(error)
  const isKeyAcceptedSince =
    error.status === serviceErrors.UNAUTHORIZED.status &&
    account?.keys.some(({ id, state }) => id === error.details['keyId'] && state === 'working')
  return isKeyAcceptedSince ? { ...description, remedy: i18n.global.t('orders.keyAcceptedSince') } : description
}
