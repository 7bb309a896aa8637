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
  /** Counts what makes the answer of an earlier attempt unwanted. */
  let newest = 0

  async function attempt(baseUrl: string, accountId: string | null, otherTickets: string[] = []): Promise<void> {
    const mine = ++newest
    error.value = null
    isTrying.value = true
    try {
      const answer = await app.accounts.tryKey({ baseUrl, secret: secret.value.trim(), accountId, otherTickets })
      if (mine !== newest) return discard(answer.ticket)
      tried.value = answer
      secret.value = ''
    } catch (thrown) {
      if (mine !== newest) return
      error.value = asAppError(thrown)
    }
    isTrying.value = false
  }

  /** Gives the ticket back, also one that is still on its way; the key is forgotten. */
  function forget(): void {
    newest += 1
    const ticket = tried.value?.ticket
    tried.value = null
    secret.value = ''
    error.value = null
    isTrying.value = false
    if (ticket !== undefined) discard(ticket)
  }

  function discard(ticket: string): void {
    app.accounts.discardTicket({ ticket }).catch(() => undefined)
  }

  /** The ticket was used: there is nothing to give back. */
  function spend(): void {
    tried.value = null
  }

  onScopeDispose(forget)
  return { secret, tried, error, isTrying, attempt, forget, spend }
}
export type KeyTrial = ReturnType<typeof useKeyTrial>
