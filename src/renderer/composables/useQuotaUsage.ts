import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useIpcEvent } from './useIpcEvent.ts'
import { useNow } from '#renderer/ui/time/useNow.ts'

/** Quota usage of all accounts, updated on `quota.changed` and every ten seconds. Null until it is loaded. */
export function useQuotaUsageOrNull(): Readonly<ShallowRef<QuotaUsage[] | null>> {
  const usages = shallowRef<QuotaUsage[] | null>(null)
  useIpcEvent('quota.changed', (changed) => {
    usages.value = changed
  })
  const load = () =>
    mainCommands.accounts.quota(null).then(
      (answer) => {
        usages.value = answer
      },
      () => undefined,
    )
  // Used calls leave the minute window as time passes, without an event.
  watch(useNow(), load, { immediate: true })
  return usages
}

/** Like `useQuotaUsageOrNull`, but returns an empty list while loading. */
export function useQuotaUsage(): ComputedRef<QuotaUsage[]> {
  const usages = useQuotaUsageOrNull()
  return computed(() => usages.value ?? [])
}
