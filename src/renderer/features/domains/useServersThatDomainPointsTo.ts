import { computed } from 'vue'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/** The stored servers of all accounts to whose addresses the records of a domain point. */
export function useServersThatDomainPointsTo(domain: () => { accountId: string; name: string }) {
  const target = computed(domain)
  return useAsyncData(() => mainCommands.inventory.serversOfDomain(target.value), {
    watch: [target],
    reloadOn: [useThrottledIpcEventCounter('inventory.changed')],
    keepsData: true,
  })
}
