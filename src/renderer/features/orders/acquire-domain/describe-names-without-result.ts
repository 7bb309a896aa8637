import type { WireError } from '#shared/app-error.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'

export interface NamesWithoutResult {
  count: number
  /** Why the names have no result. Null: the search was stopped before they were looked up. */
  errors: readonly (WireError | null)[]
}

/** Says how many names have no result, and why if all have the same reason. */
export function describeNamesWithoutResult(
  { count, errors }: NamesWithoutResult,
  t: (key: string, values?: Record<string, unknown>, plural?: number) => string,
  locale: string,
): string {
  const n = count.toLocaleString(locale)
  const reasons = new Set(
    errors.map((error) => (error === null ? t('purchase.acquire.restStopped') : describeError(error).title)),
  )
  if (reasons.size > 1) return t('purchase.acquire.restForSeveralReasons', { n })
  return t('purchase.acquire.rest', { n, reason: [...reasons].join() }, count)
}
