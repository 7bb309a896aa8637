import { acceptedResponseHeaderRanges } from '#shared/api/accepted-response-header-ranges.ts'
import type { CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'

/**
 * Returns the service's clock from the `Date` header, epoch milliseconds. Null without the header, or if the time is
 * outside the accepted range.
 */
export function parseServiceTimeOfResponse({ response }: Pick<CallAttemptOutcome, 'response'>): number | null {
  return parseDateHeader(response?.headers ?? {})
}

export function parseDateHeader(headers: Readonly<Record<string, string>>): number | null {
  const date = Date.parse(headers['date'] ?? '')
  return date >= acceptedResponseHeaderRanges.date.min && date <= acceptedResponseHeaderRanges.date.max ? date : null
}
