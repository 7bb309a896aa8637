import { computed, type ComputedRef } from 'vue'
import { serverStatusWithoutDetails } from '#shared/domain-and-server-detail-kinds.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'

/**
 * The server of the domain filter, if its addresses and host names were never read. Then no domain can match the
 * filter. `mayBeRead`: false for a server that is gone or being set up.
 */
export function useDomainFilterServerWithUnreadAddresses(): ComputedRef<{ name: string; mayBeRead: boolean } | null> {
  const filters = useDomainFilters()
  const { data } = useAsyncData(
    async () => {
      const { server } = filters.facts
      if (server === null) return null
      const { info, row } = await mainCommands.inventory.server(server)
      if (info.data !== null) return null
      return { name: row.name, mayBeRead: row.goneSince === null && row.status !== serverStatusWithoutDetails }
    },
    { watch: [() => filters.facts.server], reloadOn: [useThrottledIpcEventCounter('inventory.changed')] },
  )
  return computed(() => data.value)
}
