import { computed, type ComputedRef } from 'vue'
import { useRoute } from 'vue-router'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'
import { useServerFilters } from '#renderer/stores/server-filters.ts'
import type { RecordTargetFilter } from './useShowDomainsPointingTo.ts'

/**
 * The domain or server that the page shows, or that is the active row of its list. DNS records may point to it. Null
 * for other pages.
 */
export function useShownDomainOrServerAsRecordTarget(): ComputedRef<{
  name: string
  filter: RecordTargetFilter
} | null> {
  const route = useRoute()
  const active = { domains: useDomainFilters(), servers: useServerFilters() }

  function findShown(): { kind: 'domain' | 'server'; accountId: string; name: string } | null {
    const { accountId, name } = route.params
    if (route.name === 'domain' || route.name === 'zone-editor')
      return { kind: 'domain', accountId: String(accountId), name: String(name) }
    if (route.name === 'server') return { kind: 'server', accountId: String(accountId), name: String(name) }
    if (route.name !== 'domains' && route.name !== 'servers') return null
    const { activeIndex, selectedKey } = active[route.name]
    if (activeIndex < 0 || selectedKey === null) return null
    const end = selectedKey.indexOf('/')
    const kind = route.name === 'domains' ? 'domain' : 'server'
    return { kind, accountId: selectedKey.slice(0, end), name: selectedKey.slice(end + 1) }
  }

  return computed(() => {
    const shown = findShown()
    if (shown === null) return null
    const { kind, accountId, name } = shown
    return { name, filter: kind === 'server' ? { server: { accountId, name } } : { pointsTo: name } }
  })
}
