import { onScopeDispose, readonly, ref, type DeepReadonly, type Ref } from 'vue'
import type { EventName } from '#shared/ipc/contract.ts'
import { useIpcEvent } from './useIpcEvent.ts'

const pauseMs = 300

/** Counts that something changed, for views that then ask again; a sync tells it often, and is heard a few times a second. */
export function useChangeCount(name: EventName): DeepReadonly<Ref<number>> {
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
