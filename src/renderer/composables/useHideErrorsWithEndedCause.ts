import { useHasErrorCauseEnded } from './useHasErrorCauseEnded.ts'
import type { Cached } from '#shared/ipc/common-schemas.ts'

/**
 * Returns a function that removes an error if its cause has ended, for example after the account was resumed. The
 * text of such an error would still state the cause in the present tense.
 */
export function useHideErrorsWithEndedCause<Part extends string>(
  parts: readonly Part[],
): <T extends Record<Part, Cached<unknown>>>(shown: T) => T {
  const hasCauseEnded = useHasErrorCauseEnded()
  return (shown) => {
    const ended = parts.filter((part) => shown[part].error !== null && hasCauseEnded(shown[part].error))
    return {
      ...shown,
      ...Object.fromEntries(ended.map((part) => [part, { ...shown[part], error: null, errorAt: null }])),
    }
  }
}
