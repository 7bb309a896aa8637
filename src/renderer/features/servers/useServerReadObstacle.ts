import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { endpointOf, type EndpointName } from '#shared/api/endpoints.ts'
import { findAccountCallObstacle } from '#shared/find-account-call-obstacle.ts'
import { useSyncObstacle } from '#renderer/composables/useSyncObstacle.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'

/** Why an endpoint cannot be asked about a server now, as a text; null if it can. */
export function useServerReadObstacle(
  endpoint: EndpointName,
  server: () => { accountId: string; servername: string },
): ComputedRef<string | null> {
  const { t } = useI18n()
  const accounts = useAccounts()
  const findSyncObstacle = useSyncObstacle()
  return computed(() => {
    const { accountId, servername } = server()
    const unread = findSyncObstacle([accountId])
    if (unread !== null) return unread
    const account = accounts.byId(accountId)
    const found = account && findAccountCallObstacle(account, endpointOf(endpoint), { servername })
    return found ? t(`serverPage.mayNotChange.${found.reason}`) : null
  })
}
