import { ref, watch } from 'vue'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

export type PlannedDomainFilter = 'changes' | 'problems' | 'all'

/** The shown page of the domains of a plan. The first page is shown again when the filter changes. */
export function usePlannedDomainPages(
  query: () => { planId: string; only: PlannedDomainFilter },
  { reloadKey, pageSize }: { reloadKey: () => number; pageSize: number },
) {
  const offset = ref(0)
  const page = useAsyncData(() => mainCommands.plans.domains({ ...query(), offset: offset.value, limit: pageSize }), {
    watch: [() => query().only, offset],
    reloadOn: [reloadKey],
    keepsData: true,
  })
  watch(
    () => query().only,
    () => (offset.value = 0),
  )
  // A change of an account may move domains to another filter, so that the shown page no longer exists.
  watch(page.data, (loaded) => {
    if (loaded && loaded.total > 0 && offset.value >= loaded.total)
      offset.value = Math.floor((loaded.total - 1) / pageSize) * pageSize
  })
  return { offset, page }
}
