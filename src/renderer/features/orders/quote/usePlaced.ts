import { computed, shallowRef, watch } from 'vue'
import type { ProviderErrorCode } from '#shared/api/provider-errors.ts'
import type { CommandOutput } from '#shared/ipc/contract.ts'
import { app } from '../../../client.ts'
import { useChangeCount } from '../../../composables/useChangeCount.ts'
import { useRemote } from '../../../composables/useRemote.ts'
import type { Paid } from './usePay.ts'

export type PlacedIntent = CommandOutput<'orders.list'>['rows'][number]

const mostShown = 500
const priceMismatch: ProviderErrorCode = 'PRICE_MISMATCH'

/** What was just confirmed, as it goes on. Null before anything was. */
export function usePlaced() {
  const paid = shallowRef<Paid | null>(null)
  const changed = useChangeCount('orders.changed')
  const runId = computed(() => paid.value?.runId ?? null)

  async function load(): Promise<PlacedIntent[]> {
    if (runId.value === null) return []
    const { rows } = await app.orders.list({ filter: { runId: runId.value }, sort: 'createdAt', isDescending: false, limit: mostShown })
    return rows
  }

  const { data, error, reload } = useRemote(load, { keepsData: true })
  watch([runId, changed], () => void reload())

  const intents = computed(() => (paid.value === null ? [] : (data.value ?? []).filter(({ runId: id }) => id === runId.value)))
  /** Nothing more is on its way or waits for its turn. */
  const isQuiet = computed(() => intents.value.length > 0 && intents.value.every(({ state, hold }) => state !== 'sent' && (state !== 'planned' || (hold !== null && hold.reason !== 'waiting'))))
  /** Nothing was charged for these: the price is another by now, and a new decision is needed. */
  const mismatched = computed(() => intents.value.filter(({ state, error: told }) => state === 'refused' && told?.code === priceMismatch))

  return { paid, intents, error, isQuiet, mismatched, reload }
}
