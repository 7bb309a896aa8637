import { providerErrors } from '#shared/api/provider-errors.ts'
import { hasLimitHeaders } from './limit-headers.ts'
import type { Outcome } from './pipeline.ts'

type Replied = Pick<Outcome, 'reply'>

const refusals = {
  key: providerErrors.UNAUTHORIZED.status,
  permission: providerErrors.FORBIDDEN.status,
  rate: providerErrors.RATE_LIMIT_EXCEEDED.status,
} as const
const refusalStatuses: readonly number[] = Object.values(refusals)

/** The service did not take the key. */
export function refusesKey({ reply }: Replied): boolean {
  return reply?.status === refusals.key
}

/** The key may not do this, or not from here. */
export function refusesPermission({ reply, error }: Pick<Outcome, 'reply' | 'error'>): boolean {
  return reply?.status === refusals.permission && error?.kind === 'service'
}

/** Too many calls in the minute, in the day or at once. */
export function refusesRate({ reply }: Replied): boolean {
  return reply?.status === refusals.rate
}

/** A rate refusal without a word about rates: that on several accounts this means a blocked address is our assumption. */
export function isBareRefusal(outcome: Replied): boolean {
  return outcome.reply !== null && refusesRate(outcome) && !hasLimitHeaders(outcome.reply.headers)
}

/** Something broke on the service's side: it may have done what was asked, or a part of it. */
export function isBroken({ reply }: Replied): boolean {
  return reply !== null && reply.status >= providerErrors.INTERNAL_ERROR.status
}

/** The service took the key: its own answer, and none that it gives before it looks at keys or for the address of the sender. */
export function provesKey(outcome: Pick<Outcome, 'reply' | 'error'>): boolean {
  const { reply, error } = outcome
  if (!reply || (error !== null && error.kind !== 'service')) return false
  return !isBroken(outcome) && !refusalStatuses.includes(reply.status)
}
