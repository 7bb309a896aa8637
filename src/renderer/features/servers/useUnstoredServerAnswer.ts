import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import { useHasReadingErrorCauseEnded } from '#renderer/composables/useHasReadingErrorCauseEnded.ts'

/** What was read of a server from the service. It is not stored. */
export interface UnstoredServerAnswer<Data> {
  data: Data | null
  answer: unknown
  readAt: number
}

/**
 * Reads at once, or as soon as `obstacle` is null, and again on `read`. Answers to older readings are dropped. A failed
 * reading keeps the earlier one. `startsAtOnce` false: the first reading is left to the user.
 */
export function useUnstoredServerAnswer<Data>(
  load: () => Promise<UnstoredServerAnswer<Data>>,
  obstacle: () => string | null,
  { startsAtOnce = true }: { startsAtOnce?: boolean } = {},
) {
  const reading = shallowRef<UnstoredServerAnswer<Data> | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isReading = shallowRef(false)
  const hasCauseEnded = useHasReadingErrorCauseEnded()
  let newest = 0

  async function read(): Promise<void> {
    if (obstacle() !== null) return
    const mine = ++newest
    isReading.value = true
    try {
      const answer = await load()
      if (mine !== newest) return
      reading.value = answer
      error.value = null
    } catch (thrown) {
      if (mine !== newest) return
      error.value = toAppError(thrown)
    }
    isReading.value = false
  }

  /** For a query about something else: also drops the answer to a reading that is running. */
  function forget(): void {
    newest += 1
    reading.value = null
    error.value = null
    isReading.value = false
  }

  onScopeDispose(() => {
    newest = Number.POSITIVE_INFINITY
  })
  if (startsAtOnce) {
    watch(
      obstacle,
      (currentObstacle) => {
        if (currentObstacle === null && reading.value === null && !isReading.value) void read()
      },
      { immediate: true },
    )
  }

  return {
    reading,
    error: computed(() => (error.value && hasCauseEnded(error.value) ? null : error.value)),
    isReading,
    read,
    forget,
  }
}

export type UnstoredServerAnswerState<Data> = ReturnType<typeof useUnstoredServerAnswer<Data>>
