import { computed } from 'vue'
import type { ServerRow } from '#shared/ipc/inventory.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/** The row of a chosen server as it is stored now. Its status may change after it was chosen. */
export function useStoredServerRow(chosen: () => ServerRow | null) {
  const stored = useAsyncData(
    async () => {
      const row = chosen()
      return row && (await mainCommands.inventory.server({ accountId: row.accountId, name: row.name })).row
    },
    { watch: [chosen], reloadOn: [useThrottledIpcEventCounter('inventory.changed')] },
  )
  return computed(() => stored.data.value ?? chosen())
}
