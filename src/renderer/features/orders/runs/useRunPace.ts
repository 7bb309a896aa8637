import { computed, type ComputedRef } from 'vue'
import type { OrderRun } from '#shared/ipc/order-runs.ts'
import { useNow } from '#renderer/ui/time/useNow.ts'

/** After so long without an answer the pace before says nothing of what is left. */
const quietAfterMs = 30_000

interface RunPace {
  /** No order was answered of late. */
  isQuiet: ComputedRef<boolean>
  /** How long the run goes on sending, in minutes; null where that is not known, as while an answer is missing. */
  minutesLeft: ComputedRef<number | null>
}

export function useRunPace(run: () => OrderRun): RunPace {
  const now = useNow()
  const isQuiet = computed(() => {
    const { answeredAt } = run()
    return answeredAt === null || now.value - answeredAt > quietAfterMs
  })
  return { isQuiet, minutesLeft: computed(() => (isQuiet.value ? null : run().minutesLeft)) }
}
