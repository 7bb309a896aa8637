import type { Endpoint } from '#shared/api/endpoint.ts'
import { idempotencyHeader } from '#shared/api/idempotency.ts'
import { answerLimits, type AnswerLimits } from '#shared/api/limits.ts'
import { successStatus } from '#shared/api/provider-errors.ts'
import { isAppError } from '#shared/errors.ts'
import type { Clock } from '../clock.ts'
import { readAnswer } from './answer.ts'
import type { Outcome, Send } from './pipeline.ts'
import { requestParts } from './request-parts.ts'
import type { Transport } from './transport.ts'

interface Deps {
  transport: Transport
  clock: Clock
  /** Of one attempt, connecting included; and of a silence in it. */
  timeLimitMs: number
  silenceLimitMs: number
}

/** One attempt: the request as the catalog describes it, the answer as the catalog reads it. Never aborted: its place is held until it ends. */
export function createExchange({ transport, clock, ...limits }: Deps): Send {
  return async ({ endpoint, input, baseUrl, key, secret, paid, onSign }): Promise<Outcome> => {
    const keyId = key?.id ?? null
    const { path, query, body } = requestParts(endpoint, input)
    const asDecided = paid && { body: paid.body, headers: { [idempotencyHeader]: paid.idempotencyKey }, mayStart: paid.mayStart }
    try {
      const answer = await transport.send({ baseUrl, method: endpoint.method, path, query, body, secret, limitsFor: limitsOf(endpoint), ...asDecided, ...(onSign && { onSign }), ...limits })
      const at = clock.now()
      return { reply: { status: answer.status, headers: answer.headers }, ...(await readAnswer(endpoint, answer, secret, at)), at, keyId }
    } catch (error) {
      if (!isAppError(error)) throw error
      return { reply: null, data: null, error, at: clock.now(), keyId }
    }
  }
}

function limitsOf({ answer = 'usual' }: Endpoint): (status: number) => AnswerLimits {
  return (status) => answerLimits[status === successStatus ? answer : 'error']
}
