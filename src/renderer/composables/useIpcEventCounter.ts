import { readonly, ref, type DeepReadonly, type Ref } from 'vue'
import type { EventName } from '#shared/ipc/contract.ts'
import { useIpcEvent } from './useIpcEvent.ts'

/**
 * Counts occurrences of an event that main itself limits. What reloads when the count changes is of the same moment as what
 * the event has brought; `useThrottledIpcEventCounter` would reload it later.
 */
export function useIpcEventCounter(name: EventName): DeepReadonly<Ref<number>> {
  const count = ref(0)
  useIpcEvent(name, () => {
    count.value += 1
  })
  return readonly(count)
}
