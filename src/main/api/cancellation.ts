import { AppError } from '#shared/app-error.ts'

export function cancelledError(): AppError {
  return new AppError('cancelled', 'The call was cancelled')
}

export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancelledError()
}

/** The promise's end, or `cancelled` as soon as the signal says so. The promise itself goes on. */
export function rejectWhenCancelled<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    promise.catch(() => undefined)
    return Promise.reject(cancelledError())
  }
  return new Promise((resolve, reject) => {
    const stop = () => reject(cancelledError())
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
