import { computed } from 'vue'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'
import { getStartOfShownDays, listCallsPerDay } from './list-calls-per-day.ts'

const shownDays = 14

/** Loads the calls of the last days from the stored execution logs of the selected accounts. */
export function useLoggedCallsPerDay() {
  const accounts = useAccounts()
  const now = useNowEachTenSeconds()
  const scope = computed(() => JSON.stringify([accounts.selectedIds, getStartOfShownDays(shownDays, now.value)]))
  const { data, error, reload } = useAsyncData(
    async () => {
      const { selectedIds: accountIds } = accounts
      const asked = scope.value
      const [days, keys] = await Promise.all([
        mainCommands.logs.days({
          filter: { accountIds, from: getStartOfShownDays(shownDays, now.value), hidesOwnReads: true },
        }),
        mainCommands.logs.archive({ accountIds }),
      ])
      return { asked, days, keys }
    },
    {
      watch: [scope],
      // The log of a removed account is deleted, and other keys of an account have other logs.
      reloadOn: [useThrottledIpcEventCounter('logs.changed'), useThrottledIpcEventCounter('accounts.changed')],
      keepsData: true,
    },
  )
  const days = computed(() =>
    data.value === null ? [] : listCallsPerDay(data.value.days, data.value.keys, shownDays, now.value),
  )
  /** True if the data are those of an earlier selection of accounts, or of an earlier day. */
  const isEarlierQuery = computed(() => data.value !== null && data.value.asked !== scope.value)
  return { data, error, reload, days, isEarlierQuery }
}
