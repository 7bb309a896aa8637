import { onScopeDispose, shallowRef, watch, type ShallowRef, type WatchSource } from 'vue'
import { AppError } from '#shared/app-error.ts'

export interface AsyncData<T> {
  data: ShallowRef<T | null>
  error: ShallowRef<AppError | null>
  isLoading: ShallowRef<boolean>
  reload: () => Promise<void>
}

/** What was thrown, as the one error that views know; anything else is a bug and says so. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError('bug', thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown })
}

/**
 * Loads at once, again when a source of `watch` changes (another question), and on `reload` and when a source of `reloadOn` changes (the
 * same question). Another question is asked at once, and only its answer counts. The same one is never asked twice at a time: what asks
 * while a load is under way is answered by one more that follows it. A failed reload keeps the data that came before; a changed question
 * drops it, with `keepsData` only if its own load fails. Ends with the scope.
 */
export function useAsyncData<T>(load: () => Promise<T>, options: { watch?: WatchSource[]; reloadOn?: WatchSource[]; keepsData?: true } = {}): AsyncData<T> {
  const data = shallowRef<T | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isLoading = shallowRef(false)
  let newest = 0
  let isDataOfPreviousQuery = false
  let currentLoad = Promise.resolve()
  let isReloadRequested = false

  async function loadUntilCurrent(): Promise<void> {
    const mine = ++newest
    isLoading.value = true
    do {
      isReloadRequested = false
      try {
        const answer = await load()
        if (mine !== newest) return
        data.value = answer
        isDataOfPreviousQuery = false
        error.value = null
      } catch (thrown) {
        if (mine !== newest) return
        if (isDataOfPreviousQuery) data.value = null
        error.value = toAppError(thrown)
      }
    } while (isReloadRequested)
    isLoading.value = false
  }

  function startLoad(): Promise<void> {
    currentLoad = loadUntilCurrent()
    return currentLoad
  }

  function reload(): Promise<void> {
    if (!isLoading.value) return startLoad()
    isReloadRequested = true
    return currentLoad
  }

  if (options.watch) {
    watch(options.watch, () => {
      if (options.keepsData) isDataOfPreviousQuery = true
      else data.value = null
      void startLoad()
    })
  }
  if (options.reloadOn) watch(options.reloadOn, () => void reload())
  onScopeDispose(() => {
    newest = Number.POSITIVE_INFINITY
  })
  void startLoad()
  return { data, error, isLoading, reload }
}
