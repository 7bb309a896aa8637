import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { mainCommands, onMainEvent } from '#renderer/ipc-client.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'

/** Quota usage of all accounts, updated on `quota.changed` and every ten seconds, however many views show it. */
export const useQuotaUsage = defineStore('quota-usage', () => {
  /** Null until it is loaded. */
  const loaded = shallowRef<QuotaUsage[] | null>(null)
  /** Empty until it is loaded. */
  const usages = computed(() => loaded.value ?? [])

  onMainEvent('quota.changed', (changed) => {
    loaded.value = changed
  })
  const load = () =>
    mainCommands.accounts.quota(null).then(
      (answer) => {
        loaded.value = answer
      },
      () => undefined,
    )
  // Used calls leave the minute window as time passes, without an event.
  watch(useNowEachTenSeconds(), load, { immediate: true })

  return { loaded, usages }
})
