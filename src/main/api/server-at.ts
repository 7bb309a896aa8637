import type { Outcome } from './pipeline.ts'

/** The service's own clock, from `Date`, epoch milliseconds; null when the answer told none. */
export function serverAtOf({ reply }: Pick<Outcome, 'reply'>): number | null {
  const date = Date.parse(reply?.headers['date'] ?? '')
  return Number.isNaN(date) ? null : date
}
