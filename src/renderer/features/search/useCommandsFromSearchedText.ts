import { Contact, Globe, ShoppingCart, Waypoints } from '@lucide/vue'
import { computed, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { parseIpAddress } from '#shared/ip-address.ts'
import type { SearchHit } from '#shared/ipc/global-search-hit-schemas.ts'
import { hasWordTooShortForRecordSearch } from '#shared/short-words-of-domain-search.ts'
import { useShowDomainsPointingTo } from '#renderer/composables/useShowDomainsPointingTo.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'
import { useNameSearchAndBasket } from '#renderer/features/orders/acquire-domain/name-search-and-basket-store.ts'
import { parseTwoLabelDomainName, parseSingleHostName } from '#renderer/ui/format/parse-single-domain-or-host-name.ts'
import { hasMoreDomainMatchesThanShown } from './has-more-domain-matches-than-shown.ts'
import { usePaletteCommandTitles } from './usePaletteCommandTitles.ts'
import type { PaletteCommand } from './usePaletteCommands.ts'
import { maxSearchHits, type usePaletteSearch } from './usePaletteSearch.ts'

/**
 * Further commands of a search. `customers`: open the found customers. `more`: lists all matching domains.
 * `ofNameserver`: lists the domains with a name server that contains the text. `pointing`: lists the domains with a
 * record that points to the typed address or host name. `acquire`: acquires a name that no account has.
 */
export function useCommandsFromSearchedText({
  hits,
  customers: found,
  domains,
  searched,
}: Pick<ReturnType<typeof usePaletteSearch>, 'hits' | 'customers' | 'domains' | 'searched'>): {
  more: Ref<PaletteCommand | null>
  ofNameserver: Ref<PaletteCommand | null>
  pointing: Ref<PaletteCommand | null>
  acquire: Ref<PaletteCommand | null>
  customers: Ref<PaletteCommand[]>
} {
  const { t, locale } = useI18n()
  const router = useRouter()
  const accounts = useAccounts()
  const filters = useDomainFilters()
  const basketStore = useNameSearchAndBasket()
  const { titled } = usePaletteCommandTitles()
  const showPointingZones = useShowDomainsPointingTo()

  const more = computed((): PaletteCommand | null => {
    const text = searched.value
    if (text === '' || !hasMoreDomainMatchesThanShown(hits.value, domains.value, maxSearchHits)) return null
    // The palette searches short words in records, too.
    const key = hasWordTooShortForRecordSearch(text) ? 'allDomainsWithoutRecords' : 'allDomains'
    const title = t(`search.${key}`, { n: domains.value.toLocaleString(locale.value) })
    const run = () => {
      // The search and its count cover all accounts.
      accounts.selectForLink(null)
      filters.replaceFilters({ text })
      return router.push({ name: 'domains' })
    }
    return { key: 'all-domains', title, titles: [], words: '', icon: Globe, run }
  })

  const ofNameserver = computed((): PaletteCommand | null => {
    const text = searched.value
    // The filter of the list takes one part of a name.
    if (/\s/u.test(text) || !hits.value.some(({ matchedIn }) => matchedIn === 'nameserver')) return null
    const run = () => {
      accounts.selectForLink(null)
      filters.replaceFilters({ facts: { nameserver: text } })
      return router.push({ name: 'domains' })
    }
    const title = t('search.domainsOfNameserver', { text })
    return { key: 'domains-of-nameserver', title, titles: [], words: '', icon: Globe, run }
  })

  const pointing = computed((): PaletteCommand | null => {
    const text = searched.value
    if (accounts.accounts.length === 0 || (parseIpAddress(text) === null && parseSingleHostName(text) === null))
      return null
    const run = () => showPointingZones({ pointsTo: text })
    return { key: 'zones-pointing-to', ...titled('pointingZones', { target: text }), words: '', icon: Waypoints, run }
  })

  const acquire = computed((): PaletteCommand | null => {
    const name = parseTwoLabelDomainName(searched.value)
    if (name === null || accounts.accounts.length === 0 || isOurs(hits.value, name)) return null
    const run = () => {
      basketStore.text = name
      return router.push({ name: 'orders-acquire' })
    }
    return {
      key: 'acquire-name',
      ...titled('acquireName', { name: searched.value }),
      words: name,
      icon: ShoppingCart,
      run,
    }
  })

  const customers = computed(() =>
    found.value.map(({ name }): PaletteCommand => ({
      key: `customer-${name}`,
      title: name,
      titles: [name],
      words: '',
      icon: Contact,
      run: () => router.push({ name: 'customer', params: { name } }),
    })),
  )

  return { more, ofNameserver, pointing, acquire, customers }
}

/** An existing domain of that name is always among the hits, because exact matches come first. */
function isOurs(hits: readonly SearchHit[], name: string): boolean {
  return hits.some(({ kind, target }) => kind === 'domain' && target === name)
}
