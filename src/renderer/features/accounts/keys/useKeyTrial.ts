import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import { isKeyError } from '#shared/api/error-predicates.ts'
import { toAppError, type AppError } from '#shared/app-error.ts'
import { isErrorCausedBy } from '#shared/error-kinds.ts'
import type { KeyTrialResult } from '#shared/ipc/accounts.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/** Calls `work` with the ID of the typed proxy of a new account in main. */
export type WithPendingProxy = <T>(work: (pendingProxyId: string) => Promise<T>) => Promise<T>

/**
 * A key that is being added: the user enters it, main tries and keeps it, and the renderer knows only its
 * `pendingKeyId`. The entered text is cleared as soon as main keeps the key. A key that was not stored is discarded
 * when the scope ends.
 */
export function useKeyTrial() {
  const secret = ref('')
  const tried = shallowRef<KeyTrialResult | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isTrying = ref(false)
  /** Increases with each attempt, another text and `discardKey`, so that results of earlier attempts are discarded. */
  let newest = 0
  /** The text of the newest attempt. */
  let attempted = ''

  /** `withPendingProxy`: for a new account with a proxy, which the key is tried through. */
  async function attempt(
    baseUrl: string,
    accountId: string | null,
    otherPendingKeyIds: string[] = [],
    withPendingProxy: WithPendingProxy | null = null,
  ): Promise<void> {
    const mine = ++newest
    const tryKey = async (pendingProxyId: string | null) =>
      mine === newest
        ? mainCommands.accounts.tryKey({
            baseUrl,
            secret: attempted.trim(),
            accountId,
            otherPendingKeyIds,
            pendingProxyId,
          })
        : null
    attempted = secret.value
    error.value = null
    isTrying.value = true
    try {
      const answer = await (withPendingProxy === null ? tryKey(null) : withPendingProxy(tryKey))
      if (answer === null) return
      if (mine !== newest) return discardPendingKey(answer.pendingKeyId)
      tried.value = answer
      secret.value = ''
    } catch (thrown) {
      if (mine !== newest) return
      error.value = toAppError(thrown)
    }
    isTrying.value = false
  }

  /** Discards the key in main, even if the result of its trial has not arrived yet. */
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
    mainCommands.accounts.discardPendingKey({ pendingKeyId }).catch(() => undefined)
  }

  /**
   * Main keeps a tried key for a limited time. After this error, the user must enter the key again. It is the error of
   * the trial then, which the next attempt ends. Returns whether it is an error of this key.
   */
  function discardKeyThatMainDropped(dropped: AppError): boolean {
    const { kind, details } = dropped
    if (kind !== 'not_found' || !tried.value || tried.value.pendingKeyId !== details['pendingKeyId']) return false
    discardKey()
    error.value = dropped
    return true
  }

  /** The key was stored, so there is nothing to discard. */
  function markStored(): void {
    tried.value = null
  }

  // A result says nothing about another key in the field.
  watch(secret, (typed) => {
    if (isTrying.value && typed !== attempted) {
      newest += 1
      isTrying.value = false
    }
    if (error.value !== null && (isKeyError(error.value) || isErrorCausedBy(error.value, 'input'))) error.value = null
  })

  onScopeDispose(discardKey)
  return { secret, tried, error, isTrying, attempt, discardKey, discardKeyThatMainDropped, markStored }
}
export type KeyTrial = ReturnType<typeof useKeyTrial>
