import type { Endpoint } from '#shared/api/define-endpoint.ts'
import { idempotencyHeader } from '#shared/api/idempotency-key-schema.ts'
import { maxConsoleResponseBytes, responseLimits, type ResponseLimits } from '#shared/api/response-limits.ts'
import { successHttpStatus } from '#shared/api/service-errors.ts'
import { isAppError } from '#shared/app-error.ts'
import { getRequestStateOfError } from '#shared/error-kinds.ts'
import type { Clock } from '#main/clock.ts'
import { parseResponse } from './parse-response.ts'
import { interpretConsoleResponse } from './interpret-console-response.ts'
import type { CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import type { SendCall } from '#main/api/compose-call-layers.ts'
import { buildRequestParts } from '#main/api/build-request-parts.ts'
import { isProxyOfCallCurrent, createProxyChangedError } from '#main/api/proxy-changed-during-call.ts'
import type { AccountsPort } from '#main/api/accounts-port.ts'
import type { Transport } from './transport.ts'

interface Deps {
  transport: Transport
  accounts: Pick<AccountsPort, 'proxyId'>
  clock: Clock
  /** Maximum duration of one attempt, including the time to connect. */
  timeLimitMs: number
  /** Maximum time without activity within one attempt. */
  silenceLimitMs: number
}

/**
 * Sends one attempt: builds the request and parses the response by the endpoint's entry. An attempt is never aborted:
 * its slot stays taken until the attempt ends.
 */
export function createCallAttemptSender({ transport, accounts, clock, ...limits }: Deps): SendCall {
  return async (call): Promise<CallAttemptOutcome> => {
    const { endpoint, input, baseUrl, key, secret, proxy, paid, raw, onActivity } = call
    const keyId = key?.id ?? null
    const { path, query, body } = raw?.parts ?? buildRequestParts(endpoint, input)
    const paidFields = paid && { body: paid.body, headers: { [idempotencyHeader]: paid.idempotencyKey } }
    try {
      const response = await transport.send({
        baseUrl,
        method: endpoint.method,
        path,
        query,
        body,
        secret,
        proxy,
        mayStillSend: () => isProxyOfCallCurrent(accounts, call) && (paid?.mayStillSend() ?? true),
        limitsFor: raw ? () => rawAnswerLimits : limitsOf(endpoint),
        takesAnyBody: raw !== undefined,
        ...paidFields,
        ...(onActivity && { onActivity }),
        ...limits,
      })
      const at = clock.now()
      return {
        response: { status: response.status, headers: response.headers },
        ...(raw
          ? await interpretConsoleResponse(response, secret, at)
          : await parseResponse(endpoint, response, secret, at)),
        at,
        keyId,
      }
    } catch (error) {
      if (!isAppError(error)) throw error
      if (getRequestStateOfError(error) === 'unsent' && !isProxyOfCallCurrent(accounts, call))
        return { response: null, data: null, error: createProxyChangedError(call), at: clock.now(), keyId }
      return { response: null, data: null, error, at: clock.now(), keyId }
    }
  }
}

const rawAnswerLimits: ResponseLimits = { ...responseLimits.usual, bytes: maxConsoleResponseBytes }

function limitsOf({ responseSize = 'usual' }: Endpoint): (status: number) => ResponseLimits {
  return (status) => responseLimits[status === successHttpStatus ? responseSize : 'error']
}
