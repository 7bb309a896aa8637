import { readonly, ref, type DeepReadonly, type Ref } from 'vue'
import type { EventName } from '#shared/ipc/all-commands-and-events.ts'
import { useIpcEvent } from './useIpcEvent.ts'

/**
 * Counts the events of one name. Use it only for events that the main process already limits. The view then reloads
 * immediately. `useThrottledIpcEventCounter` waits before it reloads.
 */
export function useIpcEventCounter(name: EventName): DeepReadonly<Ref<number>> {
  const count = ref(0)
  useIpcEvent(name, () => {
    count.value += 1
  })
  return readonly(count)
}
