import { computed, type Ref } from 'vue'
import type { ProviderErrorCode } from '#shared/api/provider-errors.ts'
import { app } from '#renderer/ipc-client.ts'
import { useChangeCount } from '#renderer/composables/useChangeCount.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { loadPlacedOrders, latestOrderPerTarget } from './load-placed-orders.ts'
import type { ConfirmedPurchase } from './useQuote.ts'

const readAtOnce = 500
const priceMismatch: ProviderErrorCode = 'PRICE_MISMATCH'

/** What was just confirmed, as it goes on: of one decision after the other, and of each target what was decided last. */
export function usePlacedOrders(paid: Ref<readonly Pick<ConfirmedPurchase, 'runId'>[]>) {
  const changed = useChangeCount('orders.changed')
  const runIds = computed(() => paid.value.map(({ runId }) => runId))
  const question = computed(() => runIds.value.join(' '))

  async function load() {
    const asked = question.value
    const runs = await Promise.all(
      runIds.value.map((runId) =>
        loadPlacedOrders((offset) =>
          app.orders.list({ filter: { runId }, sort: 'createdAt', isDescending: false, offset, limit: readAtOnce }),
        ),
      ),
    )
    return {
      asked,
      intents: latestOrderPerTarget(runs.flatMap(({ intents }) => intents)),
      hasNothingInProgress: runs.length > 0 && runs.every((run) => run.hasNothingInProgress),
    }
  }

  const { data, error, reload } = useAsyncData(load, { watch: [question], reloadOn: [changed], keepsData: true })

  const placed = computed(() => (data.value?.asked === question.value ? data.value : null))
  const intents = computed(() => placed.value?.intents ?? [])
  const hasNothingInProgress = computed(() => placed.value?.hasNothingInProgress ?? false)
  /** Nothing was charged for these: the price is another by now, and a new decision is needed. */
  const mismatched = computed(() =>
    intents.value.filter(({ state, error: told }) => state === 'refused' && told?.code === priceMismatch),
  )
  const isPlaced = computed(() => paid.value.length > 0)

  return { isPlaced, intents, error, hasNothingInProgress, mismatched, reload }
}
