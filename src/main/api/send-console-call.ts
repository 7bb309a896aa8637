import type { AppError } from '#shared/app-error.ts'
import type { CallContext, CallAttemptOutcome } from './call-context-and-attempt-outcome.ts'
import type { ConsoleResponseHeadersAndBody, ConsoleCallRequest, ConsoleCallSender } from './api-client-interface.ts'

interface Deps {
  /** Sends through all layers except the retry layer. If it throws, nothing was sent, or a read was abandoned. */
  send: (request: ConsoleCallRequest, fields: Pick<CallContext, 'raw' | 'onSending'>) => Promise<CallAttemptOutcome>
  preview: ConsoleCallSender['previewConsoleCall']
}

export function createConsoleCallSender({ send, preview }: Deps): ConsoleCallSender {
  return {
    async sendConsoleCall(request) {
      const { parts, loggedQuery, onSending } = request
      const { response, data, error, at, keyId } = await send(request, { raw: { parts, loggedQuery }, onSending })
      if (!response || !data) throw error as AppError
      return { ...(data as ConsoleResponseHeadersAndBody), status: response.status, error, at, keyId: keyId ?? '' }
    },
    previewConsoleCall: preview,
  }
}
