import type { WireError } from '#shared/app-error.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'

export interface NamesWithoutResult {
  count: number
  /** Why the names have no result. Null: the search was stopped before they were looked up. */
  errors: readonly (WireError | null)[]
}

/**
 * Says how many names have no result, and why if all have the same reason. `hasCauseEnded`: the cause of an error has
 * ended since the search. It is not named, because its text is in the present tense.
 */
export function describeNamesWithoutResult(
  { count, errors }: NamesWithoutResult,
  hasCauseEnded: (error: WireError) => boolean,
  t: (key: string, values?: Record<string, unknown>, plural?: number) => string,
  locale: string,
): string {
  const n = count.toLocaleString(locale)
  const reasons = new Set(
    errors.map((error) => {
      if (error === null) return t('purchase.acquire.restStopped')
      return hasCauseEnded(error) ? null : describeError(error).title
    }),
  )
  if (reasons.size === 1 && reasons.has(null)) return t('purchase.acquire.restWithoutReason', { n }, count)
  if (reasons.size > 1) return t('purchase.acquire.restForSeveralReasons', { n })
  return t('purchase.acquire.rest', { n, reason: [...reasons].join() }, count)
}
