import { getEndpoint } from '#shared/api/endpoints.ts'
import { AppError } from '#shared/app-error.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

/**
 * Calls an endpoint that only reads. The contract allows no other endpoint; the check does not rely on the contract.
 */
export function createApiReadCallHandlers(api: Pick<ApiClient, 'call'>): HandlersOf<'api'> {
  return {
    'api.call': async ({ accountId, endpoint, input }) => {
      if (getEndpoint(endpoint).idempotency !== 'read') throw new AppError('unknown_command', 'This only reads.')
      const answer = await api.call({ accountId, endpoint, input: input as never, priority: 'interactive' })
      return { data: answer.data, readAt: answer.readAt }
    },
  }
}
