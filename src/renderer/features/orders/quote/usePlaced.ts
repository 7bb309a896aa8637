import { computed, type Ref } from 'vue'
import type { ProviderErrorCode } from '#shared/api/provider-errors.ts'
import { app } from '../../../client.ts'
import { useChangeCount } from '../../../composables/useChangeCount.ts'
import { useRemote } from '../../../composables/useRemote.ts'
import { readPlaced, standingOnes } from './placed-intents.ts'
import type { Paid } from './useQuote.ts'

const readAtOnce = 500
const priceMismatch: ProviderErrorCode = 'PRICE_MISMATCH'

/** What was just confirmed, as it goes on: of one decision after the other, and of each target what was decided last. */
export function usePlaced(paid: Ref<readonly Pick<Paid, 'runId'>[]>) {
  const changed = useChangeCount('orders.changed')
  const runIds = computed(() => paid.value.map(({ runId }) => runId))
  const question = computed(() => runIds.value.join(' '))

  async function load() {
    const asked = question.value
    const runs = await Promise.all(
      runIds.value.map((runId) => readPlaced((offset) => app.orders.list({ filter: { runId }, sort: 'createdAt', isDescending: false, offset, limit: readAtOnce }))),
    )
    return { asked, intents: standingOnes(runs.flatMap(({ intents }) => intents)), isQuiet: runs.length > 0 && runs.every((run) => run.isQuiet) }
  }

  const { data, error, reload } = useRemote(load, { watch: [question], reloadOn: [changed], keepsData: true })

  const placed = computed(() => (data.value?.asked === question.value ? data.value : null))
  const intents = computed(() => placed.value?.intents ?? [])
  const isQuiet = computed(() => placed.value?.isQuiet ?? false)
  /** Nothing was charged for these: the price is another by now, and a new decision is needed. */
  const mismatched = computed(() => intents.value.filter(({ state, error: told }) => state === 'refused' && told?.code === priceMismatch))
  const isPlaced = computed(() => paid.value.length > 0)

  return { isPlaced, intents, error, isQuiet, mismatched, reload }
}
