import { onScopeDispose, ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import { app } from '../../../client.ts'
import { asAppError } from '../../../composables/useRemote.ts'

/**
 * An auth code on its way in: typed, given to main once, and then known by its ticket alone. The typed text is cleared before it
 * has crossed; a ticket is given back when another takes its place and when the scope ends.
 */
export function useAuthCode() {
  const typed = ref('')
  const ticket = shallowRef<string | null>(null)
  const error = shallowRef<AppError | null>(null)

  /** The ticket of what was typed last; null when nothing was, or main did not take it. */
  async function keep(): Promise<string | null> {
    const authCode = typed.value
    if (authCode === '') return ticket.value
    typed.value = ''
    forget()
    try {
      ticket.value = (await app.orders.keepAuthCode({ authCode })).ticket
    } catch (thrown) {
      error.value = asAppError(thrown)
    }
    return ticket.value
  }

  function forget(): void {
    const kept = ticket.value
    ticket.value = null
    error.value = null
    if (kept !== null) app.orders.discardAuthCode({ ticket: kept }).catch(() => undefined)
  }

  onScopeDispose(() => {
    typed.value = ''
    forget()
  })
  return { typed, ticket, error, keep, forget }
}
