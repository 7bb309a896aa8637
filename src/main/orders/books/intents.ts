import { AppError } from '#shared/errors.ts'
import type { CommandOutput } from '#shared/ipc/contract.ts'
import type { IntentFilter, IntentView, JournalState, Overtaken } from '#shared/ipc/orders.ts'
import type { PageOf } from '#shared/ipc/scalars.ts'
import { viewOf, type Intent } from '../intent.ts'
import { isForBalance } from '../sending/price-again.ts'
import type { QueryOvertaken } from '../query-overtaken.ts'
import type { Runs } from '../sending/runs.ts'
import type { CountFilter, IntentPage, Journal } from '../journal/journal.ts'

type Asked = Pick<IntentFilter, 'runId' | 'waitsFor'>
type AskedCounts = Omit<CountFilter, 'ids'> & Asked

/** What the window asks for, as the journal can be asked. */
export type ToJournalFilter = <Filter extends Asked>(filter: Filter) => Omit<Filter, 'waitsFor'> & { ids: readonly string[] | null }

export function createToJournalFilter({ waiting }: Pick<Runs, 'waiting'>): ToJournalFilter {
  return ({ waitsFor, ...filter }) => ({ ...filter, ids: waitsFor === null ? null : filter.runId === null ? [] : waiting(filter.runId, waitsFor) })
}

/** The journal as the window sees it. */
export interface Intents {
  page(filter: IntentFilter, page: IntentPage): PageOf<Omit<IntentView, 'steps'>>
  /** Throws not_found. */
  get(intentId: string): IntentView
  /** Throws not_found. */
  overtaken(intentId: string): Overtaken | null
  counts(filter: AskedCounts): CommandOutput<'orders.counts'>
  journalState(): JournalState
}

export function createIntentViews(journal: Pick<Journal, 'page' | 'get' | 'counts' | 'state'>, queryOvertaken: QueryOvertaken, toJournalFilter: ToJournalFilter): Intents {
  function requireIntent(intentId: string): Intent {
    const intent = journal.get(intentId)
    if (!intent) throw new AppError('not_found', 'No such order', { details: { intentId } })
    return intent
  }

  return {
    page(filter, page) {
      const { rows, total, offset } = journal.page(toJournalFilter(filter), page)
      return { rows: rows.map(rowOf), total, offset }
    },
    get: (intentId) => viewOf(requireIntent(intentId)),
    overtaken(intentId) {
      const intent = requireIntent(intentId)
      return isCarriedOut(intent) ? null : queryOvertaken(intent)
    },
    counts: (filter) => journal.counts(toJournalFilter(filter)),
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
