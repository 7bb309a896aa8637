import { computed } from 'vue'
import { minuteMs } from '#shared/durations.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'

/**
 * Loads the summary of a plan without the domains at the positions `excluded`, and its domain if it has only one. Each
 * minute, the summary is loaded again, because its cost depends on what the limits allow now. `accountsChanged`: a
 * source that changes with the accounts.
 */
export function usePlanSummary(planId: () => string, excluded: () => ReadonlySet<number>) {
  const accountsChanged = useThrottledIpcEventCounter('accounts.changed')
  const now = useNowEachTenSeconds()
  const minute = computed(() => Math.floor(now.value / minuteMs))
  const plan = useAsyncData(
    async () => {
      const summarized = excluded()
      const summary = await mainCommands.plans.get({ planId: planId(), excluded: [...summarized] })
      if (summary.domains !== 1) return { summary, summarized, only: null }
      const { rows } = await mainCommands.plans.domains({ planId: planId(), only: 'all', offset: 0, limit: 1 })
      return { summary, summarized, only: rows[0] ?? null }
    },
    { watch: [planId, excluded], reloadOn: [accountsChanged, minute], keepsData: true },
  )
  return { plan, accountsChanged }
}
