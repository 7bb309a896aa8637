import { useRouter } from 'vue-router'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'
import { useOrderFilters } from '#renderer/stores/order-filters.ts'
import { useServerFilters } from '#renderer/stores/server-filters.ts'

/** Opens a list of one account without filters, to show exactly what the account counts. */
export function useOpenListOfAccount() {
  const router = useRouter()
  const accounts = useAccounts()
  const filters = { domains: useDomainFilters(), servers: useServerFilters(), orders: useOrderFilters() }
  return (list: keyof typeof filters, accountId: string): void => {
    accounts.selectForLink([accountId])
    filters[list].replaceFilters({})
    void router.push({ name: list })
  }
}
