import type { Outcome } from './pipeline.ts'
import { hasLimitHeaders } from './limit-headers.ts'

/** The service did not take the key. */
export function refusesKey({ reply }: Outcome): boolean {
  return reply?.status === 401
}

/** The service took the key: its own answer, and none that it gives before it looks at keys or for the address of the sender. */
export function provesKey({ reply, error }: Outcome): boolean {
  if (!reply || (error !== null && error.kind !== 'service')) return false
  return reply.status < 500 && ![401, 403, 429].includes(reply.status)
}

/** A rate refusal without a word about rates: that on several accounts this means a blocked address is our assumption. */
export function isBareRefusal({ reply }: Outcome): boolean {
  return reply?.status === 429 && !hasLimitHeaders(reply.headers)
}
