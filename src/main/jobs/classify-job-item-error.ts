import { isTransientError } from '#shared/api/error-predicates.ts'
import { serviceErrors } from '#shared/api/service-errors.ts'
import type { AppError } from '#shared/app-error.ts'
import { hasErrorConsequence, isErrorCausedBy } from '#shared/error-kinds.ts'
import { isUnusableKeyState } from '#shared/key-states.ts'

/**
 * The consequence of an error that stopped the run of an item. `blocks_account`: every other item of the account would
 * fail in the same way, so all of them wait until the user or time removes the cause. `is_retried`: this item is tried
 * a few more times. `ends_item`: the item ends as `failed`.
 */
export type JobItemErrorEffect = 'blocks_account' | 'is_retried' | 'ends_item'

export function findJobItemErrorEffect(error: AppError): JobItemErrorEffect {
  switch (error.kind) {
    case 'service': {
      // After a 401 the key is quarantined; the next call uses another key of the account or finds none.
      const isUnauthorized = error.status === serviceErrors.UNAUTHORIZED.status
      return isUnauthorized || isTransientError(error) ? 'is_retried' : 'ends_item'
    }
    case 'no_key':
      return hasUnusableKeysOnly(error) ? 'blocks_account' : 'ends_item'
    case 'cancelled':
    case 'waited_too_long':
      return 'is_retried'
    default:
      return hasErrorConsequence(error, 'delays_account') || isErrorCausedBy(error, 'key')
        ? 'blocks_account'
        : 'ends_item'
  }
}

/** Whether every reason is the state of a key. A missing permission of a usable key may concern only this domain. */
function hasUnusableKeysOnly({ details }: AppError): boolean {
  const reasons = Array.isArray(details['reasons']) ? (details['reasons'] as { reason?: unknown }[]) : []
  return reasons.every(({ reason }) => isUnusableKeyState(reason))
}
