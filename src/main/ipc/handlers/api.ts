import { endpointOf } from '#shared/api/endpoints.ts'
import { AppError } from '#shared/app-error.ts'
import type { ApiClient } from '#main/api/types.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

/** The generic way to an endpoint. Read-only accounts and permissions are enforced by the client behind it. */
export function createApiHandlers(api: ApiClient): HandlersOf<'api'> {
  return {
    'api.call': async ({ accountId, endpoint, input }) => {
      if (endpointOf(endpoint).idempotency === 'paid') throw new AppError('paid_endpoint', 'Only a confirmed order sends this.')
      const answer = await api.call({ accountId, endpoint, input: input as never, priority: 'interactive' })
      return { data: answer.data, readAt: answer.readAt }
    },
  }
}
