import { onScopeDispose, ref, shallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import { app } from '#renderer/ipc-client.ts'

/**
 * An auth code on its way in: typed, given to main once, and then known by its ticket alone. The typed text is cleared before it
 * has crossed; a ticket is given back when it is forgotten, even before it was there, when another takes its place and when the scope ends.
 */
export function useAuthCode() {
  const typed = ref('')
  const authCodeId = shallowRef<string | null>(null)
  const error = shallowRef<AppError | null>(null)
  /** The handing over whose ticket is waited for; null when none is, or it was forgotten meanwhile. */
  let awaited: symbol | null = null

  /** The ticket of what was typed last; null when nothing was, main did not take it, or it was forgotten before it was there. */
  async function keep(): Promise<string | null> {
    // A blank that was copied with it is not seen in the field, and the service takes it for a part of the code.
    const authCode = typed.value.trim()
    if (authCode === '') return authCodeId.value
    typed.value = ''
    forget()
    const mine = Symbol()
    awaited = mine
    try {
      const kept = (await app.orders.keepAuthCode({ authCode })).authCodeId
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

  function discard(kept: string): void {
    app.orders.discardAuthCode({ authCodeId: kept }).catch(() => undefined)
  }

  onScopeDispose(() => {
    typed.value = ''
    forget()
  })
  return { typed, authCodeId, error, keep, forget }
}
