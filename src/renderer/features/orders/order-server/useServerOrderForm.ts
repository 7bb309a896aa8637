import { computed, ref, watch, type Ref } from 'vue'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import {
  createEmptyServerOrderDraft,
  toServerOrderItem,
  findServerOrderProblems,
} from './server-order-form-fields-and-problems.ts'

/** The form of a server order, with the plans of the selected account and a proposed server ID. */
export function useServerOrderForm(accountId: Ref<string | null>) {
  const appState = useAppState()
  const draft = ref(createEmptyServerOrderDraft())
  /** True if the server ID is a proposal. Selecting another account then makes a new proposal. */
  const isProposed = ref(true)
  let wantsFresh = false

  async function loadPlans() {
    const id = accountId.value
    if (id === null) return null
    const isFreshWanted = wantsFresh
    wantsFresh = false
    const stored = isFreshWanted ? null : await mainCommands.orders.plans({ accountId: id })
    // Plans that were never read are fetched now, unless the app is offline.
    return stored !== null && (stored.data !== null || appState.isOffline)
      ? stored
      : mainCommands.orders.plans({ accountId: id, refresh: true })
  }
  const plans = useAsyncData(loadPlans, { watch: [accountId] })

  function refreshPlans(): void {
    wantsFresh = true
    void plans.reload()
  }

  async function proposeId(): Promise<void> {
    const id = accountId.value
    if (id === null) return
    const answer = await mainCommands.orders.suggestServerId({ accountId: id }).catch(() => null)
    if (answer === null || id !== accountId.value) return
    draft.value.serverId = answer.serverId
    isProposed.value = true
  }

  watch(
    accountId,
    () => {
      draft.value.planId = null
      draft.value.months = null
      if (isProposed.value) void proposeId()
    },
    { immediate: true },
  )

  function typeServerId(text: string): void {
    draft.value.serverId = text.trim().toLowerCase()
    isProposed.value = false
  }

  function startAnew(): void {
    draft.value = createEmptyServerOrderDraft()
    void proposeId()
  }

  const problems = computed(() => findServerOrderProblems(draft.value))
  const item = computed(() => toServerOrderItem(accountId.value, draft.value))
  return { draft, plans, problems, item, refreshPlans, proposeId, typeServerId, startAnew }
}
