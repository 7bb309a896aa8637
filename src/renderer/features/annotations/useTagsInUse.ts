import { computed } from 'vue'
import { compareInNaturalOrder } from '#shared/compare-in-natural-order.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/** The tags that the user has given to domains, to servers, and to either. Empty until they are loaded. */
export function useTagsInUse() {
  const { data } = useAsyncData(() => mainCommands.annotations.tags({}), {
    reloadOn: [useThrottledIpcEventCounter('annotations.changed')],
  })
  const domains = computed(() => data.value?.domains ?? [])
  const servers = computed(() => data.value?.servers ?? [])
  const all = computed(() => [...new Set([...domains.value, ...servers.value])].sort(compareInNaturalOrder))
  return { domains, servers, all }
}
