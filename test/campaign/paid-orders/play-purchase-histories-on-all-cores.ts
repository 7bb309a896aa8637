import { printEveryMinute } from '#test/campaign/print-every-minute.ts'
import {
  addHistoryTotals,
  createHistoryTotals,
  type PurchaseHistoryBatch,
  type HistoryTotals,
} from './play-purchase-histories.ts'
import { runInWorkerThreads } from './run-in-worker-threads.ts'

/** Number of histories that a thread plays per task. */
const portionSize = 500

/** Plays a batch of histories on all cores. */
export async function playPurchaseHistoriesOnAllCores({
  subject,
  focus = null,
  from,
  count,
}: PurchaseHistoryBatch): Promise<HistoryTotals> {
  const sum = createHistoryTotals()
  const portions = Array.from({ length: Math.ceil(count / portionSize) }, (_, index): PurchaseHistoryBatch => ({
    subject,
    focus,
    from: from + index * portionSize,
    count: Math.min(portionSize, count - index * portionSize),
  }))
  const progress = printEveryMinute(
    () =>
      `${subject}: ${sum.histories} of ${count} histories, ${sum.extraCharges} extra charges, ${sum.violations} wrong`,
  )
  try {
    await runInWorkerThreads('playPurchaseHistories', portions, (tally) => void addHistoryTotals(sum, tally))
  } finally {
    progress.end()
  }
  return sum
}
