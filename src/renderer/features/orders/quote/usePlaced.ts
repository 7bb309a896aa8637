import { computed, shallowRef, watch } from 'vue'
import type { ProviderErrorCode } from '#shared/api/provider-errors.ts'
import { app } from '../../../client.ts'
import { useChangeCount } from '../../../composables/useChangeCount.ts'
import { useRemote } from '../../../composables/useRemote.ts'
import { readPlaced } from './placed-intents.ts'
import type { Paid } from './usePay.ts'

const readAtOnce = 500
const priceMismatch: ProviderErrorCode = 'PRICE_MISMATCH'

/** What was just confirmed, as it goes on. Null before anything was. */
export function usePlaced() {
  const paid = shallowRef<Paid | null>(null)
  const changed = useChangeCount('orders.changed')
  const runId = computed(() => paid.value?.runId ?? null)

  async function load() {
    const id = runId.value
    if (id === null) return null
    return { id, ...(await readPlaced((offset) => app.orders.list({ filter: { runId: id }, sort: 'createdAt', isDescending: false, offset, limit: readAtOnce }))) }
  }

  const { data, error, reload } = useRemote(load, { keepsData: true })
  watch([runId, changed], () => void reload())

  const placed = computed(() => (data.value !== null && data.value.id === runId.value ? data.value : null))
  const intents = computed(() => placed.value?.intents ?? [])
  const isQuiet = computed(() => placed.value?.isQuiet ?? false)
  /** Nothing was charged for these: the price is another by now, and a new decision is needed. */
  const mismatched = computed(() => intents.value.filter(({ state, error: told }) => state === 'refused' && told?.code === priceMismatch))

  return { paid, intents, error, isQuiet, mismatched, reload }
}
