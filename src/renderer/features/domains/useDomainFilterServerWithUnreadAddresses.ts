import { computed, type ComputedRef } from 'vue'
import { isAppError } from '#shared/app-error.ts'
import { serverStatusWithoutDetails } from '#shared/domain-and-server-detail-kinds.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'

/**
 * The server of the domain filter, if none of its addresses and host names is stored. Then no domain can match the
 * filter. `mayBeRead`: false for a server that is not stored, gone or being set up.
 */
export function useDomainFilterServerWithUnreadAddresses(): ComputedRef<{ name: string; mayBeRead: boolean } | null> {
  const filters = useDomainFilters()
  const { data } = useAsyncData(
    async () => {
      const { server } = filters.facts
      if (server === null) return null
      try {
        const { info, row } = await mainCommands.inventory.server(server)
        if (info.data !== null) return null
        return { name: row.name, mayBeRead: row.goneSince === null && row.status !== serverStatusWithoutDetails }
      } catch (error) {
        if (isAppError(error, 'not_found')) return { name: server.name, mayBeRead: false }
        throw error
      }
    },
    { watch: [() => filters.facts.server], reloadOn: [useThrottledIpcEventCounter('inventory.changed')] },
  )
  return computed(() => data.value)
}
