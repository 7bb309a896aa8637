import { computed, onScopeDispose, watch, type ComputedRef } from 'vue'
import type { AppError } from '#shared/app-error.ts'
import type { DetailReadingPlan } from '#shared/ipc/detail-reading-plan.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAsyncData } from './useAsyncData.ts'
import { useIpcEvent } from './useIpcEvent.ts'

const minPauseMs = 2_000
/** The pause after a load, as a multiple of its duration. For a large portfolio, a load takes a second. */
const pauseToLoadRatio = 10

/**
 * Loads what syncs of the accounts would read next; null until it is loaded. Loaded again while stored rows change, and
 * soon after the domain list of an account was read for the first time. `accountIds` null: all accounts.
 */
export function useNextSyncReadingPlans(accountIds: () => string[] | null): {
  plans: ComputedRef<DetailReadingPlan[] | null>
  error: ComputedRef<AppError | null>
  /** When the plans were requested, in epoch milliseconds; null until they are loaded. */
  loadedAt: ComputedRef<number | null>
} {
  let loadMs = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let isTimerForFirstList = false
  const accounts = useAccounts()
  const remote = useAsyncData(
    async () => {
      const startedAt = performance.now()
      const askedAt = Date.now()
      const plans = await mainCommands.inventory.readingPlans({ accountIds: accountIds() })
      loadMs = performance.now() - startedAt
      return { plans, askedAt }
    },
    { watch: [() => JSON.stringify(accountIds())] },
  )
  function reloadAfter(pauseMs: number): void {
    timer ??= setTimeout(
      () => {
        timer = null
        isTimerForFirstList = false
        void remote.reload()
      },
      Math.max(minPauseMs, pauseMs),
    )
  }
  const reloadLater = (): void => reloadAfter(loadMs * pauseToLoadRatio)
  const listsRead = (): number =>
    accounts.accounts.filter(({ id, domainsReadAt }) => domainsReadAt !== null && (accountIds()?.includes(id) ?? true))
      .length
  watch(listsRead, (count, earlier) => {
    if (count <= earlier || isTimerForFirstList) return
    if (timer !== null) clearTimeout(timer)
    timer = null
    isTimerForFirstList = true
    reloadAfter(loadMs)
  })
  useIpcEvent('inventory.changed', reloadLater)
  useIpcEvent('accounts.changed', reloadLater)
  useIpcEvent('app.changed', reloadLater)
  onScopeDispose(() => {
    if (timer !== null) clearTimeout(timer)
  })
  return {
    plans: computed(() => remote.data.value?.plans ?? null),
    error: computed(() => remote.error.value),
    loadedAt: computed(() => remote.data.value?.askedAt ?? null),
  }
}
