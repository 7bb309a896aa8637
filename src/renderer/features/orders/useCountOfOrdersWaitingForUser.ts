import { computed } from 'vue'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'

/**
 * Number of orders of the selected accounts that wait for the user, for any reason. The list of orders shows the same
 * accounts.
 */
export function useCountOfOrdersWaitingForUser() {
  const accounts = useAccounts()
  const counts = useAsyncData(
    () => mainCommands.orders.counts({ accountIds: accounts.selectedIds, waitsFor: 'user' }),
    {
      watch: [() => accounts.selectedIds?.join(' ')],
      reloadOn: [useThrottledIpcEventCounter('orders.runs')],
      keepsData: true,
    },
  )
  return computed(() => counts.data.value?.total ?? 0)
}
