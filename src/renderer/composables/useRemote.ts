import { onScopeDispose, shallowRef, watch, type ShallowRef, type WatchSource } from 'vue'
import { AppError } from '#shared/errors.ts'

export interface Remote<T> {
  data: ShallowRef<T | null>
  error: ShallowRef<AppError | null>
  isLoading: ShallowRef<boolean>
  reload: () => Promise<void>
}

/** What was thrown, as the one error that views know; anything else is a bug and says so. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError('bug', thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown })
}

/**
 * Loads at once, again when a source of `watch` changes, and on `reload`. Only the newest call's answer counts. A failed
 * reload keeps the data that came before; a changed source drops it, unless `keepsData`. Ends with the scope.
 */
export function useRemote<T>(load: () => Promise<T>, options: { watch?: WatchSource[]; keepsData?: true } = {}): Remote<T> {
  const data = shallowRef<T | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isLoading = shallowRef(false)
  let newest = 0

  async function reload(): Promise<void> {
    const mine = ++newest
    isLoading.value = true
    try {
      const answer = await load()
      if (mine !== newest) return
      data.value = answer
      error.value = null
    } catch (thrown) {
      if (mine !== newest) return
      error.value = asAppError(thrown)
    }
    isLoading.value = false
  }

  if (options.watch) {
    watch(options.watch, () => {
      if (!options.keepsData) data.value = null
      void reload()
    })
  }
  onScopeDispose(() => {
    newest = Number.POSITIVE_INFINITY
  })
  void reload()
  return { data, error, isLoading, reload }
}
