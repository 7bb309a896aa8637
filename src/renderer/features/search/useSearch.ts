import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { CustomerHit, SearchHit } from '#shared/ipc/search-hit.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

const pauseMs = 120
export const searchLimit = 40

/** Searches while the user types, after a short delay. Only the newest result is used. */
export function useSearch(text: Ref<string>) {
  const hits = shallowRef<SearchHit[]>([])
  const customers = shallowRef<CustomerHit[]>([])
  /** Number of domains in the domain list that match the text. */
  const domains = shallowRef(0)
  /** The text that `hits` belongs to. */
  const searched = shallowRef('')
  const error = shallowRef<AppError | null>(null)
  const isSearching = shallowRef(false)
  let newest = 0
  let pause: ReturnType<typeof setTimeout> | undefined

  async function ask(wanted: string, mine: number): Promise<void> {
    try {
      const found = await mainCommands.inventory.search({ text: wanted, limit: searchLimit })
      if (mine !== newest) return
      hits.value = found.hits
      customers.value = found.customers
      domains.value = found.domains
      error.value = null
    } catch (thrown) {
      if (mine !== newest) return
      hits.value = []
      customers.value = []
      domains.value = 0
      error.value = toAppError(thrown)
    }
    searched.value = wanted
    isSearching.value = false
  }

  watch(text, (typed) => {
    const wanted = typed.trim().slice(0, 200)
    const mine = ++newest
    clearTimeout(pause)
    if (wanted === '') {
      hits.value = []
      customers.value = []
      domains.value = 0
      searched.value = ''
      error.value = null
      isSearching.value = false
      return
    }
    isSearching.value = true
    pause = setTimeout(() => void ask(wanted, mine), pauseMs)
  })
  onScopeDispose(() => {
    newest = Number.POSITIVE_INFINITY
    clearTimeout(pause)
  })

  return { hits, customers, domains, searched, error, isSearching }
}
