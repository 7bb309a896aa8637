import { onScopeDispose, ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { TriedKey } from '#shared/ipc/accounts.ts'
import { app } from '../../client.ts'
import { asAppError } from '../../composables/useRemote.ts'

/**
 * One key on its way in: typed, tried, and then known by its ticket alone. The typed text is cleared as soon as main
 * took it; a ticket that nobody used is given back when the scope ends.
 */
export function useKeyTrial() {
  const secret = ref('')
  const tried = shallowRef<TriedKey | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isTrying = ref(false)

  async function attempt(baseUrl: string, accountId: string | null): Promise<void> {
    error.value = null
    isTrying.value = true
    try {
      tried.value = await app.accounts.tryKey({ baseUrl, secret: secret.value.trim(), accountId })
      secret.value = ''
    } catch (thrown) {
      error.value = asAppError(thrown)
    }
    isTrying.value = false
  }

  /** Gives the ticket back; the key is forgotten. */
  function forget(): void {
    const ticket = tried.value?.ticket
    tried.value = null
    secret.value = ''
    error.value = null
    if (ticket !== undefined) app.accounts.discardTicket({ ticket }).catch(() => undefined)
  }

  /** The ticket was used: there is nothing to give back. */
  function spend(): void {
    tried.value = null
  }

  onScopeDispose(forget)
  return { secret, tried, error, isTrying, attempt, forget, spend }
}
export type KeyTrial = ReturnType<typeof useKeyTrial>
