import { AppError } from '#shared/app-error.ts'
import type { CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import type {
  OpenOrderTarget,
  OrderIntentFilter,
  OrderIntentView,
  OrderObsoleteReason,
} from '#shared/ipc/order-intent-schemas.ts'
import type { OrderJournalHealth } from '#shared/ipc/order-journal-health.ts'
import type { PageOf } from '#shared/ipc/common-schemas.ts'
import type { StoredIntent } from './stored-intent-schema.ts'
import { isChargedTransferThatFailed } from './derive-order-status.ts'
import { maySendingHaveBeenExecuted } from './may-sending-have-been-executed.ts'
import { getOpenOrderProblem } from './get-open-order-problem.ts'
import { toOrderIntentView } from './to-order-intent-view.ts'
import { isOrderBlockedByBalance } from '#main/orders/sending/refused-order-predicates.ts'
import type { QueryOrderObsoleteReason } from './query-order-obsolete-reason.ts'
import type { OrderRunService } from '#main/orders/sending/order-run-service.ts'
import type { IntentCountFilter, IntentPageQuery, Journal } from '#main/orders/journal/journal-interface.ts'

type WindowFilter = Pick<OrderIntentFilter, 'runId' | 'waitsFor'>
type WindowCountFilter = Omit<IntentCountFilter, 'ids'> & WindowFilter

/** Converts a filter of the window to a filter of the journal. `waitsFor` becomes the ids of the waiting intents. */
export type RendererToJournalFilterConverter = <Filter extends WindowFilter>(
  filter: Filter,
) => Omit<Filter, 'waitsFor'> & { ids: readonly string[] | null }

export function createRendererToJournalFilterConverter({
  intentIdsWaitingFor,
  listIntentsWaitingForUser,
}: Pick<OrderRunService, 'intentIdsWaitingFor' | 'listIntentsWaitingForUser'>): RendererToJournalFilterConverter {
  function waitingIds({ waitsFor, runId }: WindowFilter): string[] | null {
    if (waitsFor === null) return null
    if (waitsFor === 'user') return listIntentsWaitingForUser().map(({ id }) => id)
    if (waitsFor === 'stopped')
      return listIntentsWaitingForUser()
        .filter((intent) => !intent.needsYou && !isChargedTransferThatFailed(intent))
        .map(({ id }) => id)
    return runId === null ? [] : intentIdsWaitingFor(runId, waitsFor)
  }

  return ({ waitsFor, ...filter }) => ({ ...filter, ids: waitingIds({ waitsFor, runId: filter.runId }) })
}

/** Queries intents in the form that the window shows. */
export interface IntentViewQueries {
  page(filter: OrderIntentFilter, page: IntentPageQuery): PageOf<Omit<OrderIntentView, 'steps'>>
  /** Throws `not_found`. */
  get(intentId: string): OrderIntentView
  /**
   * Returns false for an order of which no sending can have been executed, and whose outcome the user did not record.
   * Throws `not_found`.
   */
  mayHaveBeenExecuted(intentId: string): boolean
  /** Throws `not_found`. */
  obsoleteReason(intentId: string): OrderObsoleteReason | null
  openTargets(): OpenOrderTarget[]
  planNames(): CommandOutput<'orders.planNames'>
  counts(filter: WindowCountFilter): CommandOutput<'orders.counts'>
  journalState(): OrderJournalHealth
}

export function createIntentViewQueries(
  journal: Pick<Journal, 'page' | 'get' | 'listOpen' | 'countByStatus' | 'health'>,
  queryOrderObsoleteReason: QueryOrderObsoleteReason,
  toJournalFilter: RendererToJournalFilterConverter,
  planNames: IntentViewQueries['planNames'],
  accountLabels: () => ReadonlyMap<string, string>,
): IntentViewQueries {
  function requireIntent(intentId: string): StoredIntent {
    const intent = journal.get(intentId)
    if (!intent) throw new AppError('not_found', 'No such order', { details: { intentId } })
    return intent
  }

  return {
    page(filter, page) {
      const { rows, total, offset } = journal.page(toJournalFilter(filter), { ...page, accountLabels: accountLabels() })
      return { rows: rows.map(toIntentRow), total, offset }
    },
    get: (intentId) => toOrderIntentView(requireIntent(intentId)),
    mayHaveBeenExecuted(intentId) {
      const { sendings, steps } = requireIntent(intentId)
      return maySendingHaveBeenExecuted(sendings) || steps.some(({ event }) => event === 'settled_by_person')
    },
    obsoleteReason(intentId) {
      const intent = requireIntent(intentId)
      return mayHaveEffect(intent) ? null : queryOrderObsoleteReason(intent)
    },
    openTargets: () =>
      journal
        .listOpen()
        .map((intent) => ({
          intentId: intent.id,
          runId: intent.runId,
          accountId: intent.item.accountId,
          target: intent.target,
          problem: getOpenOrderProblem(intent),
        })),
    planNames,
    counts: (filter) => journal.countByStatus(toJournalFilter(filter)),
    journalState: journal.health,
  }
}

/** Whether the order was, may have been or may still be carried out. */
function mayHaveEffect(intent: StoredIntent): boolean {
  return !['refused', 'abandoned'].includes(intent.state) && !isOrderBlockedByBalance(intent)
}

function toIntentRow(intent: StoredIntent): Omit<OrderIntentView, 'steps'> {
  const { steps: _, ...row } = toOrderIntentView(intent)
  return row
}
