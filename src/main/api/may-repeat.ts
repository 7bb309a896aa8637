import type { Effect } from '#shared/api/endpoint.ts'
import type { ErrorKind } from '#shared/errors.ts'
import type { Outcome } from './pipeline.ts'

/** `final`: it is told as it is. `repeat`: the same call may be sent again. `unsettled`: it may have happened. */
export type Verdict = 'final' | 'repeat' | 'unsettled'

const nothingSent: readonly ErrorKind[] = ['no_network', 'tls']
const answerLost: readonly ErrorKind[] = ['timeout', 'cut_off']

/** Whether a call of this effect may be sent again after this outcome. */
export function verdictOn(effect: Effect, outcome: Pick<Outcome, 'error' | 'reply'>): Verdict {
  const { error } = outcome
  if (!error) return 'final'
  const status = outcome.reply?.status ?? null
  if (effect === 'once' || effect === 'paid') return isSettled(error.kind, status) ? 'final' : 'unsettled'
  const mayPass = error.kind === 'no_network' || answerLost.includes(error.kind) || status === 429 || (status !== null && status >= 500)
  return mayPass ? 'repeat' : 'final'
}

/** Nothing was sent, or the service itself said no: a foreign body, a redirect and a 5xx prove neither. */
function isSettled(kind: ErrorKind, status: number | null): boolean {
  return nothingSent.includes(kind) || (kind === 'service' && status !== null && status < 500)
}
