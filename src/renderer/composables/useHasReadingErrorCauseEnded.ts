import type { AppError, WireError } from '#shared/app-error.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useHasErrorCauseEnded } from './useHasErrorCauseEnded.ts'

/**
 * By failure to connect: how often the service had been reached again when the failure was first checked, by whichever
 * view.
 */
const reconnectionsBefore = new WeakMap<AppError | WireError, number>()

/**
 * As `useHasErrorCauseEnded`, for the error of a reading that is shown without its time: a failure to connect ends when
 * the service is reached again. After a change, the error stays, because nothing else says that the change was not
 * sent.
 */
export function useHasReadingErrorCauseEnded(): (error: AppError | WireError) => boolean {
  const app = useAppState()
  const hasCauseEnded = useHasErrorCauseEnded()

  /** If other accounts reached the service all along, nothing shows the end of the failure: it stays. */
  function isConnectedAgain(error: AppError | WireError): boolean {
    if (!reconnectionsBefore.has(error)) reconnectionsBefore.set(error, app.state.reconnections)
    return app.state.reconnections !== reconnectionsBefore.get(error)
  }

  // A failure to connect through a proxy is another kind of error.
  return (error) => (error.kind === 'no_network' ? isConnectedAgain(error) : hasCauseEnded(error))
}
