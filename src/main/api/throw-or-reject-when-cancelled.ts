import { AppError } from '#shared/app-error.ts'

export function createCancelledError(): AppError {
  return new AppError('cancelled', 'The call was cancelled')
}

export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw createCancelledError()
}

/**
 * Settles like the promise, or rejects with `cancelled` as soon as the signal is aborted. The promise itself continues.
 */
export function rejectWhenCancelled<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    promise.catch(() => undefined)
    return Promise.reject(createCancelledError())
  }
  return new Promise((resolve, reject) => {
    const stop = () => reject(createCancelledError())
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
