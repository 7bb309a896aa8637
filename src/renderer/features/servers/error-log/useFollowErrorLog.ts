import { useDocumentVisibility } from '@vueuse/core'
import { computed, onDeactivated, onScopeDispose, shallowRef, watch } from 'vue'
import { secondMs } from '#shared/durations.ts'
import { isTransientError } from '#shared/api/error-predicates.ts'
import type { AppError } from '#shared/app-error.ts'
import { maxErrorLogFollowMs } from './follow-error-log-limits.ts'

/** Why the log is no longer followed, if the user did not stop it. */
export type ErrorLogFollowEndReason = 'error' | 'dailyLimitUsed' | 'afterOneHour'

/**
 * Repeats a reading while the user follows it. It pauses while the window is hidden or `obstacle` is not null, and ends
 * when the tab is left. `read` returns its error. `intervalMs`: the time after the end of a reading. `lastReadAt`: when
 * the newest reading before the start ended. `isDailyLimitUsed`: whether the limit leaves no more calls for this.
 */
export function useFollowErrorLog({
  read,
  lastReadAt,
  intervalMs,
  obstacle,
  isDailyLimitUsed,
}: {
  read: () => Promise<AppError | null>
  lastReadAt: () => number | null
  intervalMs: (failures: number) => number
  obstacle: () => string | null
  isDailyLimitUsed: () => boolean
}) {
  const visibility = useDocumentVisibility()
  const isFollowing = shallowRef(false)
  const end = shallowRef<ErrorLogFollowEndReason | null>(null)
  const failures = shallowRef(0)
  const interval = computed(() => intervalMs(failures.value))
  const isPaused = computed(() => isFollowing.value && (visibility.value === 'hidden' || obstacle() !== null))
  let startedAt = 0
  let endedAt: number | null = null
  let isReading = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function plan(): void {
    clearTimeout(timer)
    if (!isFollowing.value || isPaused.value || isReading) return
    // A clock that was set back does not delay the next reading.
    const waitMs = endedAt === null ? 0 : Math.min(interval.value, endedAt + interval.value - Date.now())
    timer = setTimeout(() => void readOnce(), Math.max(0, waitMs))
  }

  async function readOnce(): Promise<void> {
    if (isDailyLimitUsed()) return stop('dailyLimitUsed')
    if (Date.now() - startedAt > maxErrorLogFollowMs) return stop('afterOneHour')
    isReading = true
    const error = await read()
    isReading = false
    endedAt = Date.now()
    if (!isFollowing.value) return
    if (error && !isTransientError(error)) return stop('error')
    failures.value = error ? failures.value + 1 : 0
    plan()
  }

  function stop(why: ErrorLogFollowEndReason | null): void {
    clearTimeout(timer)
    isFollowing.value = false
    end.value = why
  }

  function start(): void {
    startedAt = Date.now()
    endedAt = lastReadAt()
    failures.value = 0
    end.value = null
    isFollowing.value = true
    plan()
  }

  watch(isPaused, plan)
  onDeactivated(() => stop(null))
  onScopeDispose(() => stop(null))

  return {
    isFollowing,
    isPaused,
    /** Why following ended by itself; null before, and after the user ended it. */
    end,
    intervalSeconds: computed(() => Math.ceil(interval.value / secondMs)),
    start,
    stop: () => stop(null),
  }
}
