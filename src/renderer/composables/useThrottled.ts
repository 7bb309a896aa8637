import { onScopeDispose } from 'vue'

/** Runs `work` once, `delayMs` after the first of many calls: for events that come faster than a view can ask again. */
export function useThrottled(work: () => void, delayMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  onScopeDispose(() => {
    if (timer !== null) clearTimeout(timer)
  })
  return () => {
    timer ??= setTimeout(() => {
      timer = null
      work()
    }, delayMs)
  }
}
