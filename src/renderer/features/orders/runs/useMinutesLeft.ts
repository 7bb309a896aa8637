import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import type { OrderRun } from '#shared/ipc/orders.ts'
import { useNow } from '../../../composables/useNow.ts'
import { settledOf } from './run-parts.ts'

/** After so long without an answered order the pace before says nothing of what is left. */
const quietAfterMs = 30_000

/** How long a run goes on sending, in minutes; null where that is not known, as while an answer is missing. */
export function useMinutesLeft(run: () => OrderRun): ComputedRef<number | null> {
  const now = useNow()
  const movedAt = shallowRef(Date.now())
  watch(
    () => `${run().id} ${settledOf(run())}`,
    () => {
      movedAt.value = Date.now()
    },
  )
  return computed(() => (now.value - movedAt.value > quietAfterMs ? null : run().minutesLeft))
}
