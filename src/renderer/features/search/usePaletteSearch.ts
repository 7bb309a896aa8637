import { useTimeoutFn } from '@vueuse/core'
import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { CustomerHit, SearchHit } from '#shared/ipc/global-search-hit-schemas.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

export const maxSearchHits = 40

/**
 * Pause of typing after which the matches in the domain list are counted. The count takes longer than a search and
 * would delay the next one.
 */
const pauseBeforeCountMs = 150

/**
 * Searches at every change of the text, at once. While a search is under way, only the newest text waits for its end,
 * so that fast typing does not pile up searches. Only the result for the newest text is used. Searches again when
 * stored data changes.
 */
export function usePaletteSearch(text: Ref<string>) {
  const hits = shallowRef<SearchHit[]>([])
  const customers = shallowRef<CustomerHit[]>([])
  /** Number of domains in the domain list that match the text; 0 until they are counted, after the hits. */
  const domains = shallowRef(0)
  /** The text that `hits` belongs to. */
  const searched = shallowRef('')
  const error = shallowRef<AppError | null>(null)
  const isSearching = shallowRef(false)
  let newest = 0
  /** The text to search next. */
  let waiting: string | null = null
  let isUnderWay = false

  async function ask(wanted: string): Promise<void> {
    const mine = newest
    try {
      const found = await mainCommands.inventory.search({ text: wanted, limit: maxSearchHits })
      if (mine !== newest) return
      hits.value = found.hits
      customers.value = found.customers
      error.value = null
      countAfterPause.start()
    } catch (thrown) {
      if (mine !== newest) return
      hits.value = []
      customers.value = []
      domains.value = 0
      error.value = toAppError(thrown)
    }
    // After a change of stored data, the count stays until the new one is known.
    if (searched.value !== wanted) domains.value = 0
    searched.value = wanted
    isSearching.value = false
  }

  const countAfterPause = useTimeoutFn(
    async () => {
      const mine = newest
      const counts = await mainCommands.inventory.domainCounts({ filter: { text: searched.value } }).catch(() => null)
      if (counts !== null && mine === newest) domains.value = counts.byStatus.reduce((sum, { count }) => sum + count, 0)
    },
    pauseBeforeCountMs,
    { immediate: false },
  )

  async function askWaiting(): Promise<void> {
    if (isUnderWay) return
    isUnderWay = true
    while (waiting !== null) {
      const wanted = waiting
      waiting = null
      await ask(wanted)
    }
    isUnderWay = false
  }

  const textToSearch = () => text.value.trim().slice(0, 200)

  watch(text, () => {
    const wanted = textToSearch()
    newest += 1
    countAfterPause.stop()
    if (wanted === '') {
      waiting = null
      hits.value = []
      customers.value = []
      domains.value = 0
      searched.value = ''
      error.value = null
      isSearching.value = false
      return
    }
    isSearching.value = true
    waiting = wanted
    void askWaiting()
  })
  const changes = (['inventory.changed', 'annotations.changed', 'accounts.changed'] as const).map(
    useThrottledIpcEventCounter,
  )
  watch(changes, () => {
    const wanted = textToSearch()
    if (wanted === '') return
    waiting = wanted
    void askWaiting()
  })
  onScopeDispose(() => {
    newest = Number.POSITIVE_INFINITY
    waiting = null
  })

  return { hits, customers, domains, searched, error, isSearching }
}
