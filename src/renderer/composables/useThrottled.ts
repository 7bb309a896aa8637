import { onScopeDispose } from 'vue'

/**
 * Returns a function that runs `work` once, `delayMs` after the first of several calls. For events that arrive faster
 * than a view can reload.
 */
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
