import type { WireError } from '#shared/app-error.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'

export interface NamesWithoutResult {
  count: number
  /**
   * Why the names have no result. `search_stopped`: before they were looked up. Null: their result no longer counts,
   * because an order for them was closed.
   */
  reasons: readonly (WireError | 'search_stopped' | null)[]
}

/**
 * Says how many names have no result, and why if all have the same reason. `hasCauseEnded`: the cause of an error has
 * ended since the search. It is not named, because its text is in the present tense.
 */
export function describeNamesWithoutResult(
  { count, reasons }: NamesWithoutResult,
  hasCauseEnded: (error: WireError) => boolean,
  t: (key: string, values?: Record<string, unknown>, plural?: number) => string,
  locale: string,
): string {
  const n = count.toLocaleString(locale)
  const shownReasons = new Set(
    reasons.map((reason) => {
      if (reason === 'search_stopped') return t('purchase.acquire.restStopped')
      return reason === null || hasCauseEnded(reason) ? null : describeError(reason).title
    }),
  )
  if (shownReasons.size === 1 && shownReasons.has(null)) return t('purchase.acquire.restWithoutReason', { n }, count)
  if (shownReasons.size > 1) return t('purchase.acquire.restForSeveralReasons', { n })
  return t('purchase.acquire.rest', { n, reason: [...shownReasons].join() }, count)
}
