import { computed, type ComputedRef } from 'vue'
import { minuteMs } from '#shared/durations.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'

/** After this time without an answer, the earlier rate no longer predicts the remaining time. */
const quietAfterMs = 30_000

interface OrderRunTimeLeft {
  /** True when no order was answered recently. */
  hasNoRecentAnswer: ComputedRef<boolean>
  /** Minutes until the run is sent; null when unknown, also while `hasNoRecentAnswer` and when they have passed. */
  minutesLeft: ComputedRef<number | null>
}

/** Main's estimate of the remaining time, hidden while no order was answered recently. */
export function useOrderRunTimeLeft(run: () => OrderRun): OrderRunTimeLeft {
  const now = useNowEachTenSeconds()
  const hasNoRecentAnswer = computed(() => {
    const { answeredAt } = run()
    return answeredAt === null || now.value - answeredAt > quietAfterMs
  })
  const minutesLeft = computed(() => {
    const { answeredAt, minutesLeft: estimate } = run()
    if (hasNoRecentAnswer.value || answeredAt === null || estimate === null) return null
    // The estimate covers the orders that are still unanswered. It was wrong if more time than estimated has passed.
    return now.value - answeredAt > estimate * minuteMs ? null : estimate
  })
  return { hasNoRecentAnswer, minutesLeft }
}
