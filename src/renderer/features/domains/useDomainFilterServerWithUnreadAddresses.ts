import { computed, type ComputedRef } from 'vue'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'

/**
 * The server of the domain filter, if its addresses and host names were never read. Then no domain can match the
 * filter.
 */
export function useDomainFilterServerWithUnreadAddresses(): ComputedRef<string | null> {
  const filters = useDomainFilters()
  const { data } = useAsyncData(
    async () => {
      const { server } = filters.facts
      if (server === null) return null
      const { info } = await mainCommands.inventory.server(server)
      return info.data === null ? server.name : null
    },
    { watch: [() => filters.facts.server], reloadOn: [useThrottledIpcEventCounter('inventory.changed')] },
  )
  return computed(() => data.value)
}
