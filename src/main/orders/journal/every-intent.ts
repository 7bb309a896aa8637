import { breathe } from '../../pace/slices.ts'
import type { Intent } from '../intent.ts'
import type { Journal, JournalFilter } from './journal.ts'

/**
 * Every intent that the filter lets through, each once, oldest first, in slices with breaths between. What others write meanwhile moves
 * none of the others: each is asked when its turn comes.
 */
export async function* everyIntent(journal: Pick<Journal, 'slices'>, filter: Partial<JournalFilter>): AsyncGenerator<Intent> {
  for (const intents of journal.slices({ accountIds: null, statuses: null, kinds: null, runId: null, text: '', target: null, from: null, until: null, ...filter })) {
    yield* intents
    await breathe()
  }
}
