import { readonly, ref, type DeepReadonly, type Ref } from 'vue'
import type { EventName } from '#shared/ipc/contract.ts'
import { useIpcEvent } from './useIpcEvent.ts'

/**
 * Counts the events of one name. For events whose rate the main process already limits. Data reloaded when the count
 * changes matches the data sent with the event. `useThrottledIpcEventCounter` would reload it later.
 */
export function useIpcEventCounter(name: EventName): DeepReadonly<Ref<number>> {
  const count = ref(0)
  useIpcEvent(name, () => {
    count.value += 1
  })
  return readonly(count)
}
