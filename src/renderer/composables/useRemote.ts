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
 * Loads at once, again when a source of `watch` changes (another question), and on `reload` and when a source of `reloadOn` changes (the
 * same question). Another question is asked at once, and only its answer counts. The same one is never asked twice at a time: what asks
 * while a load is under way is answered by one more that follows it. A failed reload keeps the data that came before; a changed question
 * drops it, with `keepsData` only if its own load fails. Ends with the scope.
 */
export function useRemote<T>(load: () => Promise<T>, options: { watch?: WatchSource[]; reloadOn?: WatchSource[]; keepsData?: true } = {}): Remote<T> {
  const data = shallowRef<T | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isLoading = shallowRef(false)
  let newest = 0
  let isOfFormerQuestion = false
  let underway = Promise.resolve()
  let isAskedAgain = false

  async function ask(): Promise<void> {
    const mine = ++newest
    isLoading.value = true
    do {
      isAskedAgain = false
      try {
        const answer = await load()
        if (mine !== newest) return
        data.value = answer
        isOfFormerQuestion = false
        error.value = null
      } catch (thrown) {
        if (mine !== newest) return
        if (isOfFormerQuestion) data.value = null
        error.value = asAppError(thrown)
      }
    } while (isAskedAgain)
    isLoading.value = false
  }

  function askNow(): Promise<void> {
    underway = ask()
    return underway
  }

  function reload(): Promise<void> {
    if (!isLoading.value) return askNow()
    isAskedAgain = true
    return underway
  }

  if (options.watch) {
    watch(options.watch, () => {
      if (options.keepsData) isOfFormerQuestion = true
      else data.value = null
      void askNow()
    })
  }
  if (options.reloadOn) watch(options.reloadOn, () => void reload())
  onScopeDispose(() => {
    newest = Number.POSITIVE_INFINITY
  })
  void askNow()
  return { data, error, isLoading, reload }
}
