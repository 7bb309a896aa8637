import type { AppError } from '#shared/app-error.ts'
import type { CallContext, CallOutcome } from './call-context-and-outcome.ts'
import type { RawAnswerHeadersAndBody, RawCallRequest, RawCallClient } from './types.ts'

interface Deps {
  /** Sends through all layers except the retry layer. If it throws, nothing was sent, or a read was abandoned. */
  send: (request: RawCallRequest, fields: Pick<CallContext, 'raw' | 'onSending'>) => Promise<CallOutcome>
  preview: RawCallClient['previewRawCall']
}

export function createRawCallSender({ send, preview }: Deps): RawCallClient {
  return {
    async sendRawCall(request) {
      const { parts, loggedQuery, onSending } = request
      const { response, data, error, at, keyId } = await send(request, { raw: { parts, loggedQuery }, onSending })
      if (!response || !data) throw error as AppError
      return { ...(data as RawAnswerHeadersAndBody), status: response.status, error, at, keyId: keyId ?? '' }
    },
    previewRawCall: preview,
  }
}
