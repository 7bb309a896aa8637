import { everyMinute } from '../progress.ts'
import { addTally, emptyTally, type Portion, type Tally } from './histories.ts'
import { onAllCores } from './threads.ts'

/** What a thread plays before it answers. */
const portionSize = 500

/** The portion, over all cores. */
export async function playOnAllCores({ subject, focus = null, from, count }: Portion): Promise<Tally> {
  const sum = emptyTally()
  const portions = Array.from({ length: Math.ceil(count / portionSize) }, (_, index): Portion => ({ subject, focus, from: from + index * portionSize, count: Math.min(portionSize, count - index * portionSize) }))
  const progress = everyMinute(() => `${subject}: ${sum.histories} of ${count} histories, ${sum.extraCharges} extra charges, ${sum.violations} wrong`)
  try {
    await onAllCores('playHistories', portions, (tally) => void addTally(sum, tally))
  } finally {
    progress.end()
  }
  return sum
}
