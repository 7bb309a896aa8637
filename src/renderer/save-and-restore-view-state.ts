import { watchDebounced } from '@vueuse/core'
import type { Router } from 'vue-router'
import { restorableViewStateSchema } from '#shared/ipc/restorable-view-state.ts'
import { useFoldedAccountFolders } from '#renderer/stores/folded-account-folders.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useChangeLogFilters } from '#renderer/stores/change-log-filters.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'
import { useLogFilters } from '#renderer/stores/log-filters.ts'
import { useOrderFilters } from '#renderer/stores/order-filters.ts'
import { useDetectedChangeFilters } from '#renderer/stores/detected-change-filters.ts'
import { useServerFilters } from '#renderer/stores/server-filters.ts'
import { useTableLayouts } from '#renderer/stores/table-layouts.ts'
import { mainCommands } from './ipc-client.ts'

/** The other pages depend on input that ends with the window, such as a selection or a plan. */
const restoredRoutes: readonly unknown[] = [
  'overview',
  'account',
  'domains',
  'domain',
  'customers',
  'customer',
  'servers',
  'many-servers',
  'server',
  'orders',
  'orders-spending',
  'orders-external-purchases',
  'activity',
  'activity-detected',
  'activity-jobs',
  'activity-job',
  'logs',
  'console',
  'settings',
]

/**
 * Restores the page and selection that the window showed when the app ended. Without a readable state, the overview
 * opens.
 */
export async function restoreViewState(router: Router): Promise<void> {
  // A view state is a convenience: an error in reading it must not keep the window from opening.
  const { path, selectedAccountIds, ...parts } = await mainCommands.viewState.get(null).catch(() => ({}) as never)
  for (const [name, store] of Object.entries(partStores())) Object.assign(store, parts[name as keyof typeof parts])
  if (selectedAccountIds !== undefined) useAccounts().select(selectedAccountIds)
  if (path !== undefined) await router.replace(path)
}

/** Saves the page and selection of the window shortly after each change. */
export function saveViewStateOnChange(router: Router): void {
  const appState = useAppState()
  let path = '/'
  watchDebounced(
    () => {
      const { name, path: current } = router.currentRoute.value
      if (restoredRoutes.includes(name)) path = current
      return restorableViewStateSchema.safeParse({
        path,
        selectedAccountIds: useAccounts().selectedIds,
        ...partStores(),
      }).data
    },
    (shown) => {
      // A database that cannot be written is reported by the commands that need it.
      if (shown && appState.state.databaseError === null) mainCommands.viewState.save(shown).catch(() => undefined)
    },
    { debounce: 100, maxWait: 500 },
  )
}

/** Returns the stores that the view state contains, by the name of their part of the view state. */
function partStores() {
  return {
    sidebar: useFoldedAccountFolders(),
    domains: useDomainFilters(),
    servers: useServerFilters(),
    orders: useOrderFilters(),
    activity: useChangeLogFilters(),
    seenChanges: useDetectedChangeFilters(),
    logs: useLogFilters(),
    tables: useTableLayouts(),
  }
}
