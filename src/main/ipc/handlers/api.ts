import { endpointOf } from '#shared/api/endpoints.ts'
import { AppError } from '#shared/app-error.ts'
import type { ApiClient } from '#main/api/types.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

/** Calls any unpaid endpoint. The API client enforces read-only accounts and permissions. */
export function createApiHandlers(api: ApiClient): HandlersOf<'api'> {
  return {
    'api.call': async ({ accountId, endpoint, input }) => {
      if (endpointOf(endpoint).idempotency === 'paid')
        throw new AppError('paid_endpoint', 'Only a confirmed order sends this.')
      const answer = await api.call({ accountId, endpoint, input: input as never, priority: 'interactive' })
      return { data: answer.data, readAt: answer.readAt }
    },
  }
}
