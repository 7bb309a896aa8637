import { endpointOf } from '#shared/api/catalog.ts'
import { pathParams } from '#shared/api/endpoint.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import type { Clock } from '../clock.ts'
import { breathe } from '../pace/slices.ts'
import { nothingSent } from './may-repeat.ts'
import type { Outcome, PaidParts } from './pipeline.ts'
import { serverAtOf } from './server-at.ts'
import type { PaidOutcome, PaidRequest } from './types.ts'

interface Deps {
  clock: Clock
  /** Through all layers but those that repeat. Throws where nothing is sent. */
  send: (asked: PaidRequest, paid: PaidParts) => Promise<Outcome>
}

/** At the end of the app, an answer that is about to come is waited for; what comes later is found out at the next start. */
const lastAnswersMs = 5_000

/** Sends paid calls, one sending for each intent's word, and tells what each came to. */
export function createPay({ clock, send }: Deps): { pay(request: PaidRequest): Promise<PaidOutcome>; lastAnswers(): Promise<void> } {
  const underway = new Set<Promise<unknown>>()

  async function pay(request: PaidRequest): Promise<PaidOutcome> {
    const { idempotencyKey, body } = request
    let hasLeft = false
    const leaving = async () => {
      await request.leaving()
      hasLeft = true
    }
    try {
      const outcome = await send({ ...request, input: inputOf(request) }, { idempotencyKey, body, leaving, mayStart: request.mayStart })
      const { reply, data, error, at } = outcome
      const isUnsent = reply === null && error !== null && nothingSent.includes(error.kind)
      return { isSent: hasLeft && !isUnsent, status: reply?.status ?? null, data, error, at, serverAt: serverAtOf(outcome) }
    } catch (thrown) {
      const error = isAppError(thrown) ? thrown : new AppError('bug', 'A paid call was broken off', { cause: thrown })
      return { isSent: hasLeft, status: null, data: null, error, at: clock.now(), serverAt: null }
    }
  }

  return {
    pay(request) {
      const outcome = pay(request)
      underway.add(outcome)
      void outcome.finally(() => underway.delete(outcome))
      return outcome
    },
    async lastAnswers() {
      const enough = new AbortController()
      await Promise.race([Promise.all(underway), clock.sleep(lastAnswersMs, enough.signal).then(breathe).catch(() => undefined)])
      enough.abort()
    },
  }
}

/** All fields of the endpoint, so that the body is checked as strictly as any other before it is spent. */
function inputOf({ endpoint, input, body }: PaidRequest): Record<string, unknown> {
  const params = pathParams(endpointOf(endpoint).path)
  const fields = JSON.parse(body) as Record<string, unknown>
  if ('dry_run' in fields) throw new AppError('bug', 'A dry run is no paid call')
  return { ...fields, ...Object.fromEntries(params.map((name) => [name, input[name]])) }
}
