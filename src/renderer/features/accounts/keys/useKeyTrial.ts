import { onScopeDispose, ref, shallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { KeyTrialResult } from '#shared/ipc/accounts.ts'
import { app } from '#renderer/ipc-client.ts'

/**
 * One key on its way in: typed, tried, and then known by its ticket alone. The typed text is cleared as soon as main
 * took it; a ticket that nobody used is given back when the scope ends.
 */
export function useKeyTrial() {
  const secret = ref('')
  const tried = shallowRef<KeyTrialResult | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isTrying = ref(false)
  /** Counts what makes the answer of an earlier attempt unwanted. */
  let newest = 0

  async function attempt(baseUrl: string, accountId: string | null, otherPendingKeyIds: string[] = []): Promise<void> {
    const mine = ++newest
    error.value = null
    isTrying.value = true
    try {
      const answer = await app.accounts.tryKey({ baseUrl, secret: secret.value.trim(), accountId, otherPendingKeyIds })
      if (mine !== newest) return discardPendingKey(answer.pendingKeyId)
      tried.value = answer
      secret.value = ''
    } catch (thrown) {
      if (mine !== newest) return
      error.value = toAppError(thrown)
    }
    isTrying.value = false
  }

  /** Gives the ticket back, also one that is still on its way; the key is forgotten. */
  function discardKey(): void {
    newest += 1
    const pendingKeyId = tried.value?.pendingKeyId
    tried.value = null
    secret.value = ''
    error.value = null
    isTrying.value = false
    if (pendingKeyId !== undefined) discardPendingKey(pendingKeyId)
  }

  function discardPendingKey(pendingKeyId: string): void {
    app.accounts.discardPendingKey({ pendingKeyId }).catch(() => undefined)
  }

  /** The ticket was used: there is nothing to give back. */
  function markStored(): void {
    tried.value = null
  }

  onScopeDispose(discardKey)
  return { secret, tried, error, isTrying, attempt, discardKey, markStored }
}
export type KeyTrial = ReturnType<typeof useKeyTrial>
