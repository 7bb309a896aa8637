import { shallowRef, watch } from 'vue'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { app } from '#renderer/ipc-client.ts'
import { useIpcEvent } from './useIpcEvent.ts'
import { useNow } from '#renderer/ui/time/useNow.ts'

/** The quota gauges of all accounts, as they change. */
export function useQuotaUsage() {
  const gauges = shallowRef<QuotaUsage[]>([])
  useIpcEvent('quota.changed', (changed) => {
    gauges.value = changed
  })
  const load = () =>
    app.accounts.quota(null).then(
      (answer) => {
        gauges.value = answer
      },
      () => undefined,
    )
  // What was used leaves the minute with time alone.
  watch(useNow(), load, { immediate: true })
  return gauges
}
