import { AppError } from '#shared/app-error.ts'
import { createCancelledError } from '#main/api/throw-or-reject-when-cancelled.ts'

/** Ends the wait for one request. A request that was sent already is not stopped; its answer is only recorded. */
export interface AbandonableAnswerWait {
  /** Aborted when the user cancels. A request that was not sent yet is then not sent. */
  signal: AbortSignal
  /** Called when the request is about to be sent. */
  onSending: () => void
  abandon(): void
  /** The answer, or the error of the cancellation: `cancelled` if nothing was sent, `unsettled` after the sending. */
  race<T>(answer: Promise<T>): Promise<T>
}

export function createAbandonableAnswerWait(isWrite: boolean): AbandonableAnswerWait {
  const controller = new AbortController()
  const abandoned = Promise.withResolvers<never>()
  abandoned.promise.catch(() => undefined)
  let wasSent = false

  return {
    signal: controller.signal,
    onSending: () => void (wasSent = true),
    abandon() {
      controller.abort()
      const isUncertain = wasSent && isWrite
      abandoned.reject(
        isUncertain
          ? new AppError('unsettled', 'The request was sent, and its answer was not awaited', {
              details: { isCancelled: true },
            })
          : createCancelledError(),
      )
    },
    async race(answer) {
      // Prevents an unhandled rejection: after the request is abandoned, nobody waits for the answer.
      answer.catch(() => undefined)
      return Promise.race([answer, abandoned.promise])
    },
  }
}
