import { useI18n } from 'vue-i18n'
import { haveActiveAccountsNoUsableKey } from '#renderer/account-data/have-active-accounts-no-usable-key.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'

/**
 * The returned function says why a sync of the accounts would send no calls. It returns null if the sync would send
 * calls. `accountIds` null: all accounts.
 */
export function useSyncObstacle(): (accountIds: readonly string[] | null) => string | null {
  const { t } = useI18n()
  const appState = useAppState()
  const accounts = useAccounts()

  /** The accounts may not be loaded, or the account may have been removed while a page shows it. */
  function describeAbsence(accountIds: readonly string[] | null): string {
    if (!accounts.isLoaded) return t(accounts.error ? 'shell.banner.loadFailed' : 'servers.detail.reading')
    return t(accountIds === null || accountIds.length === 0 ? 'shell.syncEmpty' : 'common.removedAccount')
  }

  return (accountIds) => {
    if (appState.isOffline) return t('shell.syncOffline')
    const asked = accounts.accounts.filter(({ id }) => accountIds === null || accountIds.includes(id))
    if (asked.length === 0) return describeAbsence(accountIds)
    const active = asked.filter(({ isPaused }) => !isPaused)
    if (active.length === 0) return t('shell.syncPaused', asked.length)
    return haveActiveAccountsNoUsableKey(active) ? t('shell.syncNoKey', active.length) : null
  }
}
