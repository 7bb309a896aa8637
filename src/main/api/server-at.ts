import { believed } from '#shared/api/limits.ts'
import type { Outcome } from './pipeline.ts'

/** The service's own clock, from `Date`, epoch milliseconds; null when the answer told none, or one that is not believed. */
export function serverAtOf({ reply }: Pick<Outcome, 'reply'>): number | null {
  return readDate(reply?.headers ?? {})
}

export function readDate(headers: Readonly<Record<string, string>>): number | null {
  const date = Date.parse(headers['date'] ?? '')
  return date >= believed.date.min && date <= believed.date.max ? date : null
}
