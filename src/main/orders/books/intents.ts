import { AppError } from '#shared/errors.ts'
import type { CommandOutput } from '#shared/ipc/contract.ts'
import type { IntentFilter, IntentView, JournalState } from '#shared/ipc/orders.ts'
import type { PageOf } from '#shared/ipc/scalars.ts'
import { viewOf, type Intent } from '../intent.ts'
import type { CountFilter, IntentPage, Journal } from '../journal/journal.ts'

/** The journal as the window sees it. */
export interface Intents {
  page(filter: IntentFilter, page: IntentPage): PageOf<Omit<IntentView, 'steps'>>
  /** Throws not_found. */
  get(intentId: string): IntentView
  counts(filter: CountFilter): CommandOutput<'orders.counts'>
  journalState(): JournalState
}

export function createIntentViews(journal: Pick<Journal, 'page' | 'get' | 'counts' | 'state'>): Intents {
  return {
    page(filter, page) {
      const { rows, total, offset } = journal.page(filter, page)
      return { rows: rows.map(rowOf), total, offset }
    },
    get(intentId) {
      const intent = journal.get(intentId)
      if (!intent) throw new AppError('not_found', 'No such order', { details: { intentId } })
      return viewOf(intent)
    },
    counts: journal.counts,
    journalState: journal.state,
  }
}

function rowOf(intent: Intent): Omit<IntentView, 'steps'> {
  const { steps: _, ...row } = viewOf(intent)
  return row
}
