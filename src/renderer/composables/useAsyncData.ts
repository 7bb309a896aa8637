import { onScopeDispose, shallowRef, watch, type ShallowRef, type WatchSource } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'

export interface AsyncData<T> {
  data: ShallowRef<T | null>
  error: ShallowRef<AppError | null>
  isLoading: ShallowRef<boolean>
  reload: () => Promise<void>
}

/**
 * Loads immediately. Loads a different query when a source of `watch` changes. Loads the same query again on `reload`,
 * and when a source of `reloadOn` changes. A different query starts immediately, and answers to older queries are
 * dropped. The same query never runs twice in parallel: reloads requested during a load cause one further load after
 * it. A failed reload keeps the earlier data. A different query drops the error immediately, and the data, too, or with
 * `keepsData` only if its own load fails. Loading ends when the scope is disposed.
 */
export function useAsyncData<T>(
  load: () => Promise<T>,
  options: { watch?: WatchSource[]; reloadOn?: WatchSource[]; keepsData?: true } = {},
): AsyncData<T> {
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
      error.value = null
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
