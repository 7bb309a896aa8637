import { onScopeDispose, readonly, ref, type DeepReadonly, type Ref } from 'vue'
import type { EventName } from '#shared/ipc/all-commands-and-events.ts'
import { useIpcEvent } from './useIpcEvent.ts'

const pauseMs = 300

/**
 * Counts occurrences of an event, at most once per 300 ms, because a sync sends many. Views reload when the count
 * changes.
 */
export function useThrottledIpcEventCounter(name: EventName): DeepReadonly<Ref<number>> {
  const count = ref(0)
  let pause: ReturnType<typeof setTimeout> | undefined
  useIpcEvent(name, () => {
    pause ??= setTimeout(() => {
      pause = undefined
      count.value += 1
    }, pauseMs)
  })
  onScopeDispose(() => clearTimeout(pause))
  return readonly(count)
}
