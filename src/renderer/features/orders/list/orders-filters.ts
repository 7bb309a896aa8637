import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { IntentFilter, IntentKind, intentSortKeys, IntentState, IntentView } from '#shared/ipc/orders.ts'
import { decodeName } from '../../../ui/decode-name.ts'

export type IntentSort = (typeof intentSortKeys)[number]
interface Shown {
  text?: string
  states?: IntentState[]
  kinds?: IntentKind[]
  needsYou?: boolean
  runId?: string | null
}

/** What the list of orders shows and in which order; survives leaving the list. */
export const useOrderFilters = defineStore('order-filters', () => {
  const text = ref('')
  /** Empty: every state. */
  const states = ref<IntentState[]>([])
  /** Empty: every kind. */
  const kinds = ref<IntentKind[]>([])
  const needsYou = ref(false)
  const runId = ref<string | null>(null)
  const sort = ref<IntentSort>('createdAt')
  const isDescending = ref(true)

  const isFiltered = computed(() => text.value.trim() !== '' || states.value.length > 0 || kinds.value.length > 0 || needsYou.value || runId.value !== null)

  function filterFor(accountIds: string[] | null): Partial<IntentFilter> {
    return {
      accountIds,
      states: states.value.length > 0 ? states.value : null,
      kinds: kinds.value.length > 0 ? kinds.value : null,
      needsYou: needsYou.value,
      runId: runId.value,
      text: text.value.trim(),
    }
  }

  /** Shows what another view points at, and nothing else. */
  function show(only: Shown): void {
    text.value = only.text ?? ''
    states.value = only.states ?? []
    kinds.value = only.kinds ?? []
    needsYou.value = only.needsYou ?? false
    runId.value = only.runId ?? null
  }

  /** Shows an order that another view points at: nothing that hides it stays. */
  function reveal({ runId: ofRun, state, needsYou: isUndecided, item, target }: Pick<IntentView, 'runId' | 'state' | 'needsYou' | 'item' | 'target'>): void {
    const typed = text.value.trim().toLowerCase()
    const isShown =
      (runId.value === null || runId.value === ofRun) &&
      (states.value.length === 0 || states.value.includes(state)) &&
      (kinds.value.length === 0 || kinds.value.includes(item.kind)) &&
      (!needsYou.value || isUndecided) &&
      (target.includes(typed) || (decodeName(target)?.includes(typed) ?? false))
    if (!isShown) show({})
  }

  return { text, states, kinds, needsYou, runId, sort, isDescending, isFiltered, filterFor, show, reveal, clear: () => show({}) }
})
