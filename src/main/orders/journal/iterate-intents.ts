import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Intent } from '#main/orders/intent.ts'
import type { Journal, JournalFilter } from './journal.ts'

/**
 * Every intent that the filter lets through, each once, oldest first, in slices with breaths between. What others write meanwhile moves
 * none of the others: each is asked when its turn comes.
 */
export async function* iterateIntents(journal: Pick<Journal, 'chunks'>, filter: Partial<JournalFilter>): AsyncGenerator<Intent> {
  for (const intents of journal.chunks({ accountIds: null, statuses: null, kinds: null, runId: null, text: '', target: null, from: null, until: null, ...filter })) {
    yield* intents
    await yieldToEventLoop()
  }
}
