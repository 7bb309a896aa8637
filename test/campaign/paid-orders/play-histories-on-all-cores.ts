import { printEveryMinute } from '#test/campaign/print-every-minute.ts'
import { addHistoryTotals, createHistoryTotals, type HistoryBatch, type HistoryTotals } from './play-histories.ts'
import { runInWorkerThreads } from './run-in-worker-threads.ts'

/** Number of histories that a thread plays per task. */
const portionSize = 500

/** Plays a batch of histories on all cores. */
export async function playHistoriesOnAllCores({
  subject,
  focus = null,
  from,
  count,
}: HistoryBatch): Promise<HistoryTotals> {
  const sum = createHistoryTotals()
  const portions = Array.from({ length: Math.ceil(count / portionSize) }, (_, index): HistoryBatch => ({
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
    await runInWorkerThreads('playHistories', portions, (tally) => void addHistoryTotals(sum, tally))
  } finally {
    progress.end()
  }
  return sum
}
