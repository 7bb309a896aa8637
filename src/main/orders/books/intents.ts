import { AppError } from '#shared/errors.ts'
import type { CommandOutput } from '#shared/ipc/contract.ts'
import type { IntentFilter, IntentView, JournalState, Overtaken } from '#shared/ipc/orders.ts'
import type { PageOf } from '#shared/ipc/scalars.ts'
import { viewOf, type Intent } from '../intent.ts'
import { isForBalance } from '../sending/price-again.ts'
import type { QueryOvertaken } from '../query-overtaken.ts'
import type { CountFilter, IntentPage, Journal } from '../journal/journal.ts'

/** The journal as the window sees it. */
export interface Intents {
  page(filter: IntentFilter, page: IntentPage): PageOf<Omit<IntentView, 'steps'>>
  /** Throws not_found. */
  get(intentId: string): IntentView
  /** Throws not_found. */
  overtaken(intentId: string): Overtaken | null
  counts(filter: CountFilter): CommandOutput<'orders.counts'>
  journalState(): JournalState
}

export function createIntentViews(journal: Pick<Journal, 'page' | 'get' | 'counts' | 'state'>, queryOvertaken: QueryOvertaken): Intents {
  function requireIntent(intentId: string): Intent {
    const intent = journal.get(intentId)
    if (!intent) throw new AppError('not_found', 'No such order', { details: { intentId } })
    return intent
  }

  return {
    page(filter, page) {
      const { rows, total, offset } = journal.page(filter, page)
      return { rows: rows.map(rowOf), total, offset }
    },
    get: (intentId) => viewOf(requireIntent(intentId)),
    overtaken(intentId) {
      const intent = requireIntent(intentId)
      return isCarriedOut(intent) ? null : queryOvertaken(intent)
    },
    counts: journal.counts,
    journalState: journal.state,
  }
}

/** It was, or may have been, or is about to be. */
function isCarriedOut(intent: Intent): boolean {
  return !['refused', 'abandoned'].includes(intent.state) && !isForBalance(intent)
}

function rowOf(intent: Intent): Omit<IntentView, 'steps'> {
  const { steps: _, ...row } = viewOf(intent)
  return row
}
