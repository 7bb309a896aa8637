import { shallowRef, watch } from 'vue'
import type { Gauge } from '#shared/ipc/accounts.ts'
import { app } from '../client.ts'
import { useEvent } from './useEvent.ts'
import { useNow } from './useNow.ts'

/** The quota gauges of all accounts, as they change. */
export function useQuota() {
  const gauges = shallowRef<Gauge[]>([])
  useEvent('quota.changed', (changed) => {
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
