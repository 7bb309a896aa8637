import { computed, onScopeDispose, shallowRef, type ComputedRef } from 'vue'
import type { AppError } from '#shared/app-error.ts'
import type { ReadingPlan } from '#shared/ipc/reading-plan.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAsyncData } from './useAsyncData.ts'
import { useIpcEvent } from './useIpcEvent.ts'

const minPauseMs = 2_000
/** The pause before the next load is this many times as long as the last load, because a plan of a large portfolio takes a second. */
const pauseToLoadRatio = 10

/** What syncs of the accounts would read next; null until it is loaded. Loaded again while stored rows change. `accountIds` null: all accounts. */
export function useReadingPlans(accountIds: () => string[] | null): {
  plans: ComputedRef<ReadingPlan[] | null>
  error: ComputedRef<AppError | null>
  /** When the plans were asked for, in epoch ms; null until they are loaded. */
  loadedAt: ComputedRef<number | null>
} {
  let loadMs = 0
  const loadedAt = shallowRef<number | null>(null)
  let timer: ReturnType<typeof setTimeout> | null = null
  const remote = useAsyncData(
    async () => {
      const startedAt = performance.now()
      const startedAtTime = Date.now()
      const plans = await mainCommands.inventory.readingPlans({ accountIds: accountIds() })
      loadMs = performance.now() - startedAt
      loadedAt.value = startedAtTime
      return plans
    },
    { watch: [() => JSON.stringify(accountIds())] },
  )
  function reloadLater(): void {
    timer ??= setTimeout(
      () => {
        timer = null
        void remote.reload()
      },
      Math.max(minPauseMs, loadMs * pauseToLoadRatio),
    )
  }
  useIpcEvent('inventory.changed', reloadLater)
  useIpcEvent('accounts.changed', reloadLater)
  useIpcEvent('app.changed', reloadLater)
  onScopeDispose(() => {
    if (timer !== null) clearTimeout(timer)
  })
  return {
    plans: computed(() => remote.data.value),
    error: computed(() => remote.error.value),
    loadedAt: computed(() => loadedAt.value),
  }
}
