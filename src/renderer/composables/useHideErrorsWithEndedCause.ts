import { useHasErrorCauseEnded } from './useHasErrorCauseEnded.ts'
import type { Cached } from '#shared/ipc/common-schemas.ts'

/**
 * Returns a function that removes an error if its cause has ended, for example after the account was resumed. The
 * text of such an error would still state the cause in the present tense. A failure to connect is stored and shown with
 * its time until the next reading.
 */
export function useHideErrorsWithEndedCause<Part extends string>(
  parts: readonly Part[],
): <T extends Record<Part, Cached<unknown>>>(shown: T) => T {
  const hasCauseEnded = useHasErrorCauseEnded()
  return (shown) => {
    const ended = parts.filter((part) => {
      const { error } = shown[part]
      return error !== null && error.kind !== 'no_network' && hasCauseEnded(error)
    })
    return {
      ...shown,
      ...Object.fromEntries(ended.map((part) => [part, { ...shown[part], error: null, errorAt: null }])),
    }
  }
}
