import type { AppError } from '#shared/app-error.ts'
import type { CallContext, CallOutcome } from './call-context-and-outcome.ts'
import type { RawAnswerData, RawCallRequest, RawCalls } from './types.ts'

interface Deps {
  /** Sends through all layers except the retry layer. If it throws, nothing was sent, or a read was abandoned. */
  send: (request: RawCallRequest, fields: Pick<CallContext, 'raw' | 'onSending'>) => Promise<CallOutcome>
  preview: RawCalls['previewRawCall']
}

export function createRawCallSender({ send, preview }: Deps): RawCalls {
  return {
    async sendRawCall(request) {
      const { parts, loggedQuery, onSending } = request
      const { response, data, error, at, keyId } = await send(request, { raw: { parts, loggedQuery }, onSending })
      if (!response || !data) throw error as AppError
      return { ...(data as RawAnswerData), status: response.status, error, at, keyId: keyId ?? '' }
    },
    previewRawCall: preview,
  }
}
