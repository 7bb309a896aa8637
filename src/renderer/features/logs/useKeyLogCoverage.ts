import { computed, shallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import { findIpBlockWait } from '#renderer/account-data/find-ip-block-wait.ts'
import { maxAgeBeforeRefreshOnOpenMs } from '#renderer/composables/max-age-before-refresh-on-open.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useLogFilters } from '#renderer/stores/log-filters.ts'
import { useDescribeLogReading } from './useDescribeLogReading.ts'

/** Loads the coverage of the shown keys' logs, and lets the user read the missing entries. */
export function useKeyLogCoverage() {
  const accounts = useAccounts()
  const filters = useLogFilters()
  const appState = useAppState()
  const changes = useThrottledIpcEventCounter('logs.changed')
  const accountChanges = useThrottledIpcEventCounter('accounts.changed')
  const scope = computed(() => JSON.stringify(accounts.selectedIds))
  const { data } = useAsyncData(() => mainCommands.logs.archive({ accountIds: accounts.selectedIds }), {
    watch: [scope],
    reloadOn: [changes, accountChanges],
    keepsData: true,
  })
  const keys = computed(
    () => data.value?.filter(({ keyId }) => filters.keyIds.length === 0 || filters.keyIds.includes(keyId)) ?? null,
  )
  /** The selection of each running refresh. A refresh of other accounts says nothing about those that are shown. */
  const refreshedScopes = shallowRef<readonly string[]>([])
  const error = shallowRef<AppError | null>(null)
  const { findHold } = useDescribeLogReading()
  /** False while all calls of the reading are on hold: the accounts without a hold can be read meanwhile. */
  const isReading = computed(() => {
    const known = keys.value ?? []
    if (known.some((key) => key.isReading)) return findHold(known) !== 'all'
    const areAllBlocked = accounts.selected.every((account) => findIpBlockWait(appState.state, account) !== null)
    return refreshedScopes.value.includes(scope.value) && !areAllBlocked
  })

  async function read({ mayUseWholeQuota }: { mayUseWholeQuota: boolean }): Promise<void> {
    const ownScope = scope.value
    refreshedScopes.value = [...refreshedScopes.value, ownScope]
    try {
      await mainCommands.logs.refreshArchive({ accountIds: accounts.selectedIds, mayUseWholeQuota })
      error.value = null
    } catch (thrown) {
      error.value = toAppError(thrown)
    } finally {
      const index = refreshedScopes.value.indexOf(ownScope)
      refreshedScopes.value = refreshedScopes.value.toSpliced(index, 1)
    }
  }

  /** The archive is read automatically. A view that opens also reads it if it is stale, to show the newest entries. */
  async function refreshIfStale(): Promise<void> {
    if (appState.isOffline || accounts.areAllPaused || accounts.accounts.length === 0) return
    const stored = await mainCommands.logs.archive({ accountIds: accounts.selectedIds }).catch(() => [])
    if (stored.some(({ readAt }) => Date.now() - (readAt ?? 0) > maxAgeBeforeRefreshOnOpenMs))
      await read({ mayUseWholeQuota: false })
  }

  const refresh = () => read({ mayUseWholeQuota: true })
  return { keys, isReading, error, refresh, refreshIfStale }
}
