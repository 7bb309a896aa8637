import type { Effect } from '#shared/api/endpoint.ts'
import type { ErrorKind } from '#shared/errors.ts'
import { isBroken, refusesRate } from './evidence.ts'
import type { Outcome } from './pipeline.ts'

/** `final`: it is told as it is. `repeat`: the same call may be sent again. `unsettled`: it may have happened. */
export type Verdict = 'final' | 'repeat' | 'unsettled'

/** No connection stood. */
export const nothingSent: readonly ErrorKind[] = ['no_network', 'tls']
const answerLost: readonly ErrorKind[] = ['timeout', 'cut_off']

/** Whether a call of this effect may be sent again after this outcome. */
export function verdictOn(effect: Effect, outcome: Pick<Outcome, 'error' | 'reply'>): Verdict {
  const { error } = outcome
  if (!error) return 'final'
  if (effect === 'once' || effect === 'paid') return isSettled(error.kind, outcome) ? 'final' : 'unsettled'
  const mayPass = error.kind === 'no_network' || answerLost.includes(error.kind) || refusesRate(outcome) || isBroken(outcome)
  return mayPass ? 'repeat' : 'final'
}

/** Nothing was sent, or the service itself said no: a foreign body, a redirect and a 5xx prove neither. */
function isSettled(kind: ErrorKind, outcome: Pick<Outcome, 'reply'>): boolean {
  return nothingSent.includes(kind) || (kind === 'service' && !isBroken(outcome))
}
