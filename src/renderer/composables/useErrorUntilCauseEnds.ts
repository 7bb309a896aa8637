import { computed, watch, type ComputedRef, type ShallowRef } from 'vue'
import type { AppError } from '#shared/app-error.ts'
import { useHasReadingErrorCauseEnded } from './useHasReadingErrorCauseEnded.ts'

/**
 * Returns the error of a reading until its cause ends, for example until the app is online or reaches the service
 * again; then calls `readAgain`.
 */
export function useErrorUntilCauseEnds(
  error: Readonly<ShallowRef<AppError | null>>,
  readAgain: () => unknown,
): ComputedRef<AppError | null> {
  const hasCauseEnded = useHasReadingErrorCauseEnded()
  const hasEnded = computed(() => error.value !== null && hasCauseEnded(error.value))
  watch(hasEnded, (ended) => {
    if (ended) readAgain()
  })
  return computed(() => (hasEnded.value ? null : error.value))
}
