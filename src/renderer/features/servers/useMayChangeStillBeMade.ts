import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import { maxServiceExecutionDelayMs } from '#shared/api/max-service-execution-delay.ts'
import type { AppError } from '#shared/app-error.ts'
import { getTimeWhenErrorWasFirstShown } from '#renderer/ui/notices/get-time-when-error-was-first-shown.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'

/** True as long as the service may still make the change with this error. The change was sent before the error came. */
export function useMayChangeStillBeMade(error: () => AppError): ComputedRef<boolean> {
  const now = useNowEachTenSeconds()
  const shownAt = shallowRef(0)
  watch(error, (shown) => (shownAt.value = getTimeWhenErrorWasFirstShown(shown)), { immediate: true })
  return computed(() => now.value < shownAt.value + maxServiceExecutionDelayMs)
}
