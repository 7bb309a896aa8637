import { shallowRef } from 'vue'
import type { Gauge } from '#shared/ipc/accounts.ts'
import { app } from '../client.ts'
import { useEvent } from './useEvent.ts'

/** The quota gauges of all accounts, as they change. */
export function useQuota() {
  const gauges = shallowRef<Gauge[]>([])
  useEvent('quota.changed', (changed) => {
    gauges.value = changed
  })
  app.accounts.quota(null).then(
    (answer) => {
      gauges.value = answer
    },
    () => undefined,
  )
  return gauges
}
