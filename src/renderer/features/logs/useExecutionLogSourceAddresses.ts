import { computed } from 'vue'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'

/**
 * The source addresses in the stored logs of the selected accounts. Those of an earlier selection are not kept, because
 * a long log takes seconds to count.
 */
export function useExecutionLogSourceAddresses() {
  const accounts = useAccounts()
  const scope = computed(() => JSON.stringify(accounts.selectedIds))
  return useAsyncData(() => mainCommands.logs.addresses({ accountIds: accounts.selectedIds }), {
    watch: [scope],
    reloadOn: [useThrottledIpcEventCounter('logs.changed')],
  })
}
