import type { AppError, ErrorKind } from '#shared/errors.ts'
import { useAppState } from './app-state.ts'

/** Whether what an error told of the app as a whole has ended since: it is not told any more then. */
export function useIsOver(): (error: AppError) => boolean {
  const app = useAppState()
  const lasts: Partial<Record<ErrorKind, () => boolean>> = {
    address_guarded: () => app.state.addressBlock !== null || app.state.callHold !== null,
    offline: () => app.isOffline,
    keychain_unavailable: () => app.state.keychain.state === 'unavailable',
    keychain_locked: () => app.state.keychain.state === 'locked',
    keychain_silent: () => app.state.keychain.state === 'silent',
  }
  return ({ kind }) => lasts[kind]?.() === false
}
