import { useRouter } from 'vue-router'
import type { AttributeFilters } from '#shared/ipc/inventory.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'

export type RecordTargetFilter = Pick<AttributeFilters, 'server'> | Pick<AttributeFilters, 'pointsTo'>

/** Lists the domains of all accounts with a record that points to a server, or to an address or a host name. */
export function useShowDomainsPointingTo(): (filter: RecordTargetFilter) => void {
  const router = useRouter()
  const accounts = useAccounts()
  const filters = useDomainFilters()
  return (filter) => {
    accounts.selectForLink(null)
    filters.replaceFilters({ facts: filter })
    void router.push({ name: 'domains' })
  }
}
