import { acceptedHeaderRanges } from '#shared/api/limits.ts'
import type { CallOutcome } from '#main/api/middleware.ts'

/** The service's own clock, from `Date`, epoch milliseconds; null when the answer told none, or one that is not believed. */
export function serviceTimeOf({ response }: Pick<CallOutcome, 'response'>): number | null {
  return parseDateHeader(response?.headers ?? {})
}

export function parseDateHeader(headers: Readonly<Record<string, string>>): number | null {
  const date = Date.parse(headers['date'] ?? '')
  return date >= acceptedHeaderRanges.date.min && date <= acceptedHeaderRanges.date.max ? date : null
}
