import { onScopeDispose, shallowRef } from 'vue'
import { isAppError, toAppError, type AppError } from '#shared/app-error.ts'
import type { NameserverComparisonResult } from '#shared/ipc/nameserver-comparison.ts'
import { useErrorUntilCauseEnds } from '#renderer/composables/useErrorUntilCauseEnds.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/**
 * Asks the name servers of a domain on request, and again when the cause of an error ends, for example when the app is
 * online. An earlier result is kept until a newer one arrives. A comparison that runs when the scope is disposed is
 * cancelled.
 */
export function useNameserverComparison(accountId: string, domain: string) {
  const result = shallowRef<NameserverComparisonResult | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isAsking = shallowRef(false)
  /** Answers received so far; null before the name servers are known. */
  const progress = shallowRef<{ done: number; total: number } | null>(null)

  async function start(): Promise<void> {
    if (isAsking.value) return
    isAsking.value = true
    progress.value = null
    error.value = null
    try {
      result.value = await mainCommands.dns.checkAuthoritative({ accountId, domain })
    } catch (thrown) {
      if (!isAppError(thrown, 'cancelled')) error.value = toAppError(thrown)
    } finally {
      isAsking.value = false
    }
  }

  function cancel(): void {
    void mainCommands.dns.cancelAuthoritativeCheck({ accountId, domain })
  }

  useIpcEvent('dns.checkProgress', (update) => {
    if (isAsking.value && update.accountId === accountId && update.domain === domain) progress.value = update
  })
  onScopeDispose(() => {
    if (isAsking.value) cancel()
  })
  return { result, error: useErrorUntilCauseEnds(error, start), isAsking, progress, start, cancel }
}
