import { computed } from 'vue'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { listHostAndParentNames } from '#renderer/features/servers/list-host-and-parent-names.ts'

export interface ListedDomain {
  accountId: string
  /** Punycode. */
  name: string
}

/** Maximum number of names in one call of the command. */
const maxNamesAtOnce = 1000

/**
 * Returns a function that finds the domain of a host among the domains that accounts list: the host itself or its
 * closest parent. Of several accounts, `preferredAccountId` comes first. It returns null if no account lists one, and
 * undefined while that is not known.
 */
export function useFindListedDomainOfHost(hosts: () => readonly string[], preferredAccountId: string) {
  const asked = computed(() => [...new Set(hosts().flatMap(listHostAndParentNames))].sort())
  const found = useAsyncData(
    async () => {
      const listed: ListedDomain[] = []
      for (let start = 0; start < asked.value.length; start += maxNamesAtOnce)
        listed.push(
          ...(await mainCommands.inventory.findDomains({ names: asked.value.slice(start, start + maxNamesAtOnce) })),
        )
      return listed
    },
    {
      watch: [() => asked.value.join()],
      reloadOn: [useThrottledIpcEventCounter('inventory.changed')],
      keepsData: true,
    },
  )
  const byName = computed(() => {
    const domains = new Map<string, ListedDomain>()
    for (const domain of found.data.value ?? [])
      if (!domains.has(domain.name) || domain.accountId === preferredAccountId) domains.set(domain.name, domain)
    return domains
  })
  return (host: string): ListedDomain | null | undefined => {
    for (const name of listHostAndParentNames(host)) {
      const domain = byName.value.get(name)
      if (domain) return domain
    }
    return found.data.value === null ? undefined : null
  }
}
