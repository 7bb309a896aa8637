import { computed, type ComputedRef } from 'vue'
import type { OrderRun } from '#shared/ipc/orders.ts'
import { useNow } from '../../../composables/useNow.ts'

/** After so long without an answer the pace before says nothing of what is left. */
const quietAfterMs = 30_000

/** How long a run goes on sending, in minutes; null where that is not known, as while an answer is missing. */
export function useMinutesLeft(run: () => OrderRun): ComputedRef<number | null> {
  const now = useNow()
  return computed(() => {
    const { minutesLeft, answeredAt } = run()
    return answeredAt === null || now.value - answeredAt > quietAfterMs ? null : minutesLeft
  })
}
