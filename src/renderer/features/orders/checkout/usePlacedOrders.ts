import { computed, type Ref } from 'vue'
import type { ServiceErrorCode } from '#shared/api/service-errors.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import {
  countTargetsNotLoaded,
  loadOrdersOfRunUntilOneInProgress,
  pickNewestOrderPerTarget,
} from './load-orders-of-run-until-one-in-progress.ts'
import type { ConfirmedPurchase } from './useQuoteAndPayment.ts'

const readAtOnce = 500
const priceMismatch: ServiceErrorCode = 'PRICE_MISMATCH'

/** The orders of the given runs, updated on changes. For each target, only the newest order is returned. */
export function usePlacedOrders(confirmedRuns: Ref<readonly Pick<ConfirmedPurchase, 'runId'>[]>) {
  const changed = useThrottledIpcEventCounter('orders.changed')
  const runIds = computed(() => confirmedRuns.value.map(({ runId }) => runId))
  const queryKey = computed(() => runIds.value.join(' '))

  async function load() {
    const asked = queryKey.value
    const runs = await Promise.all(
      runIds.value.map((runId) =>
        loadOrdersOfRunUntilOneInProgress((offset) =>
          mainCommands.orders.list({
            filter: { runId },
            sort: 'createdAt',
            isDescending: false,
            offset,
            limit: readAtOnce,
          }),
        ),
      ),
    )
    const orders = pickNewestOrderPerTarget(runs.flatMap((run) => run.orders))
    return {
      asked,
      orders,
      notLoadedCount: countTargetsNotLoaded(runs, orders),
      hasNothingInProgress: runs.length > 0 && runs.every((run) => run.hasNothingInProgress),
    }
  }

  const { data, error, reload } = useAsyncData(load, { watch: [queryKey], reloadOn: [changed], keepsData: true })

  const placed = computed(() => (data.value?.asked === queryKey.value ? data.value : null))
  const orders = computed(() => placed.value?.orders ?? [])
  /** How many targets of the runs have no order in `orders`. */
  const notLoadedCount = computed(() => placed.value?.notLoadedCount ?? 0)
  const hasNothingInProgress = computed(() => placed.value?.hasNothingInProgress ?? false)
  /** Orders that the service refused because the price had changed. Nothing was charged; they need a new decision. */
  const refusedForPrice = computed(() =>
    orders.value.filter(({ state, error: refusal }) => state === 'refused' && refusal?.code === priceMismatch),
  )
  const isPlaced = computed(() => confirmedRuns.value.length > 0)

  return { isPlaced, orders, notLoadedCount, error, hasNothingInProgress, refusedForPrice, reload }
}
