import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { getEndpoint, type EndpointName } from '#shared/api/endpoints.ts'
import { findAccountCallObstacle } from '#shared/find-account-call-obstacle.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'

/** Returns, as a text, why Banto cannot call an endpoint for a server now; null if it can. */
export function useServerCallObstacle(
  endpoint: EndpointName,
  server: () => { accountId: string; servername: string },
): ComputedRef<string | null> {
  const { t } = useI18n()
  const accounts = useAccounts()
  const appState = useAppState()
  return computed(() => {
    const { accountId, servername } = server()
    if (appState.isOffline) return t('serverPage.mayNotChange.offline')
    const account = accounts.byId(accountId)
    const found = account && findAccountCallObstacle(account, getEndpoint(endpoint), { servername })
    return found ? t(`serverPage.mayNotChange.${found.reason}`) : null
  })
}
