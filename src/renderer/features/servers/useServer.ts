import { computed, onScopeDispose, shallowRef } from 'vue'
import {
  serverDetailKinds,
  serverStatusWithoutDetails,
  type ServerDetailKind,
} from '#shared/domain-and-server-detail-kinds.ts'
import { type AppError, toAppError } from '#shared/app-error.ts'
import type { Server } from '#shared/ipc/inventory.ts'
import { maxAgeBeforeRefreshOnOpenMs } from '#renderer/composables/max-age-before-refresh-on-open.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { useHideErrorsWithEndedCause } from '#renderer/composables/useHideErrorsWithEndedCause.ts'
import { createUnstoredRefreshErrors } from '#renderer/composables/unstored-refresh-errors.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'

/**
 * One server. Loads the stored data first, then fetches information and usage from the service if they are stale, and
 * also when the setup of the server ends.
 */
export function useServer(accountId: string, name: string) {
  const state = useAppState()
  const accounts = useAccounts()
  const server = shallowRef<Server | null>(null)
  const error = shallowRef<AppError | null>(null)
  const refreshError = shallowRef<AppError | null>(null)
  const isReading = shallowRef(false)
  const hasCauseEnded = useHasErrorCauseEnded()
  const withoutEndedErrors = useHideErrorsWithEndedCause(serverDetailKinds)
  const refreshErrors = createUnstoredRefreshErrors<ServerDetailKind>()
  let isEnded = false

  async function load(): Promise<void> {
    try {
      const stored = await mainCommands.inventory.server({ accountId, name })
      if (isEnded) return
      server.value = refreshErrors.applyTo(stored)
      error.value = null
    } catch (thrown) {
      if (!isEnded) error.value = toAppError(thrown)
    }
  }

  async function refresh(): Promise<void> {
    if (isReading.value) return
    isReading.value = true
    try {
      const fresh = await mainCommands.inventory.refreshServer({ accountId, name })
      if (isEnded) return
      refreshErrors.record(fresh, serverDetailKinds)
      server.value = fresh
      refreshError.value = null
    } catch (thrown) {
      if (!isEnded) refreshError.value = toAppError(thrown)
    }
    isReading.value = false
  }

  function isStale(shown: Server): boolean {
    const details = serverDetailKinds.map((kind) => shown[kind])
    const oldest = Math.min(...details.map(({ readAt, errorAt }) => Math.max(readAt ?? 0, errorAt ?? 0)))
    return Date.now() - oldest > maxAgeBeforeRefreshOnOpenMs
  }

  function mayRefreshAutomatically({ row }: Server): boolean {
    if (row.goneSince !== null || row.status === serverStatusWithoutDetails) return false
    return !state.isOffline && !accounts.byId(accountId)?.isPaused
  }

  async function loadAndRefresh(): Promise<void> {
    await load()
    if (isEnded || !server.value || !mayRefreshAutomatically(server.value)) return
    if (isStale(server.value)) await refresh()
  }

  useIpcEvent('inventory.changed', (changed) => {
    if (changed.accountId !== null && changed.accountId !== accountId) return
    const isSettingUp = server.value?.row.status === serverStatusWithoutDetails
    void (isSettingUp ? loadAndRefresh() : load())
  })
  onScopeDispose(() => {
    isEnded = true
  })
  void loadAndRefresh()

  return {
    server: computed(() => server.value && withoutEndedErrors(server.value)),
    error,
    refreshError: computed(() => (refreshError.value && hasCauseEnded(refreshError.value) ? null : refreshError.value)),
    isReading,
    load,
    refresh,
  }
}
