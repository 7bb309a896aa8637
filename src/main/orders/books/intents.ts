import { AppError } from '#shared/errors.ts'
import type { IntentView } from '#shared/ipc/orders.ts'
import { viewOf, type Intent } from '../intent.ts'
import type { Journal } from '../journal/journal.ts'
import type { Intents } from '../orders.ts'

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
