import { onScopeDispose, ref, shallowRef } from 'vue'
import { AppError, toAppError } from '#shared/app-error.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/**
 * An auth code: the user enters it, main keeps it, and the renderer knows only its id. The entered text is cleared
 * before it is sent to main. The code is discarded in main when `forget` is called (even before the id has arrived),
 * when another code replaces it, and when the scope ends.
 */
export function useAuthCodeKeptInMain() {
  const typed = ref('')
  const authCodeId = shallowRef<string | null>(null)
  const error = shallowRef<AppError | null>(null)
  /** Identifies the pending `keep` call whose id is still wanted; null when there is none. */
  let awaited: symbol | null = null

  /**
   * Returns the id of the entered code; null when there is none, when main refused it, or when it was forgotten
   * meanwhile.
   */
  async function keep(): Promise<string | null> {
    // A blank that was copied with the code is invisible in the field, and the service would treat it as part of the
    // code.
    const authCode = typed.value.trim()
    if (authCode === '') return authCodeId.value
    typed.value = ''
    forget()
    const mine = Symbol()
    awaited = mine
    try {
      const kept = (await mainCommands.orders.keepAuthCode({ authCode })).authCodeId
      if (awaited === mine) return (authCodeId.value = kept)
      discard(kept)
    } catch (thrown) {
      if (awaited === mine) error.value = toAppError(thrown)
    }
    return null
  }

  function forget(): void {
    const kept = authCodeId.value
    authCodeId.value = null
    error.value = null
    awaited = null
    if (kept !== null) discard(kept)
  }

  useIpcEvent('orders.authCodeExpired', (expired) => {
    if (expired.authCodeId !== authCodeId.value) return
    forget()
    error.value = new AppError('not_found', 'The auth code is no longer kept', { details: { what: 'authCode' } })
  })

  /** Forgets the code if main refused a call because it no longer keeps the code. `error` then has this refusal. */
  function forgetIfNoLongerKept(refusal: AppError | null): boolean {
    if (refusal?.kind !== 'not_found' || refusal.details['what'] !== 'authCode') return false
    forget()
    error.value = refusal
    return true
  }

  function discard(kept: string): void {
    mainCommands.orders.discardAuthCode({ authCodeId: kept }).catch(() => undefined)
  }

  onScopeDispose(() => {
    typed.value = ''
    forget()
  })
  return { typed, authCodeId, error, keep, forget, forgetIfNoLongerKept }
}
