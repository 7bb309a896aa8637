import { computed, ref, watch } from 'vue'
import { isAppError } from '#shared/app-error.ts'
import type { AccountProxy } from '#shared/ipc/accounts.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/**
 * A proxy that the user types. On first use, main stores it and returns an ID. An unchanged password therefore crosses
 * IPC only once. `stored`: the account's proxy, whose password stays in main and is kept while address and user are the
 * same.
 */
export function useProxyForm(accountId: string | null, stored: AccountProxy | null) {
  const url = ref(stored?.url ?? '')
  const user = ref(stored?.user ?? '')
  const password = ref('')
  let kept: Promise<string> | null = null

  const isTyped = computed(() => url.value.trim() !== '')
  const isChanged = computed(
    () => url.value !== (stored?.url ?? '') || user.value !== (stored?.user ?? '') || password.value !== '',
  )
  const mayKeepPassword = computed(
    () => stored?.hasPassword === true && stored.url === url.value.trim() && stored.user === user.value.trim(),
  )

  function forget(): void {
    kept = null
  }
  watch([url, user, password], forget, { flush: 'sync' })

  async function requestKeep(): Promise<string> {
    const { pendingProxyId } = await mainCommands.accounts.keepProxy({
      accountId,
      proxyUrl: url.value.trim(),
      proxyUser: user.value.trim(),
      // The stored password belongs to the stored user. Without a user there is none.
      proxyPassword: password.value === '' && stored?.hasPassword && user.value.trim() !== '' ? null : password.value,
    })
    return pendingProxyId
  }

  async function keep(): Promise<string> {
    const mine = (kept ??= requestKeep())
    try {
      return await mine
    } catch (error) {
      if (kept === mine) forget()
      throw error
    }
  }

  /** Calls `work` with the ID of the typed proxy in main. Throws AppError. */
  async function withPendingId<T>(work: (pendingProxyId: string) => Promise<T>): Promise<T> {
    const pendingProxyId = await keep()
    try {
      return await work(pendingProxyId)
    } catch (error) {
      // Main keeps a typed proxy for a limited time. The fields still hold it.
      if (!isAppError(error, 'not_found') || error.details['what'] !== 'pendingProxy') throw error
      forget()
      return work(await keep())
    }
  }

  return { url, user, password, isTyped, isChanged, mayKeepPassword, withPendingId }
}
export type ProxyForm = ReturnType<typeof useProxyForm>
