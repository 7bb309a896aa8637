import { isAppError } from '#shared/app-error.ts'
import { listPossibleRenewedExpiries } from '#shared/renewal-expiry.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'
import { maySendingHaveBeenExecuted } from '#main/orders/may-sending-have-been-executed.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { isTargetStatusAfterFinishedOrder } from '#main/orders/derive-order-status.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'
import { getServerIdsAndNamesInOrderSteps } from './find-ordered-server.ts'
import { isTargetStatusAfterAcceptedOrder } from './is-target-status-after-accepted-order.ts'
import type { OrderTargetStatusInStoredList, OrderRunService } from './order-run-service.ts'

/**
 * Updates accepted orders that the service has not finished. Failed transfers are included. Some orders were recorded
 * as not accepted. If a list now shows the domain, the server or the renewed expiry date, the user is asked again. An
 * order is skipped if the user already knew this.
 */
export interface AcceptedOrderUpdater {
  /** Call it when the stored lists changed: records the listed status of accepted orders in the journal. */
  check(): void
  close(): Promise<void>
}

export interface AcceptedOrderUpdaterDeps {
  journal: Pick<Journal, 'page' | 'health'>
  database: Database
  runs: Pick<OrderRunService, 'addChangedTargetStatusStep' | 'askAgain'>
}

const ordersPerPage = 100
const filter = {
  accountIds: null,
  kinds: null,
  runId: null,
  text: '',
  target: null,
  from: null,
  until: null,
  statuses: ['accepted' as const, 'needs_application' as const, 'already_ordered' as const, 'not_happened' as const],
}

const mayBeAccepted = [
  'accepted',
  'needs_application',
  'done',
  'already_ordered',
  'sent',
  'unsettled',
  'needs_you',
] as const

const domainSql =
  'select status, expiry_date as expiryDate, read_at as readAt from domain where account_id = ? and name = ? and gone_since is null'
const serverSql = `select status, expiry_date as expiryDate, read_at as readAt from server where account_id = ?1 and gone_since is null
  and (server_id in (select value from json_each(?2)) or name in (select value from json_each(?2)))`

export function createAcceptedOrderUpdater({
  journal,
  database,
  runs,
}: AcceptedOrderUpdaterDeps): AcceptedOrderUpdater {
  let isClosed = false
  let checking = Promise.resolve()

  function queryStatusInStoredList(intent: StoredIntent): OrderTargetStatusInStoredList | null {
    const { item, target } = intent
    const row =
      item.kind === 'order'
        ? database.get<OrderTargetStatusInStoredList>(
            serverSql,
            item.accountId,
            JSON.stringify([target, ...getServerIdsAndNamesInOrderSteps(intent, ['answered', 'settled_by_reading'])]),
          )
        : database.get<OrderTargetStatusInStoredList>(domainSql, item.accountId, target)
    return row ?? null
  }

  /** A later order of the same domain or server was accepted, or may be. */
  function isExplainedByLaterOrder({ item, target, createdAt }: StoredIntent): boolean {
    const same = { ...filter, accountIds: [item.accountId], target, from: createdAt + 1, statuses: [...mayBeAccepted] }
    return journal.page(same, { sort: 'createdAt', isDescending: false, offset: 0, limit: 1 }).total > 0
  }

  async function checkAll(): Promise<void> {
    // Recording a status may remove an order from the filter and shift the pages, so all pages are read before the
    // first write.
    const accepted: StoredIntent[] = []
    while (!isClosed) {
      const { rows, total } = journal.page(filter, {
        sort: 'createdAt',
        isDescending: false,
        offset: accepted.length,
        limit: ordersPerPage,
      })
      accepted.push(...rows)
      if (rows.length === 0 || accepted.length >= total) break
      await yieldToEventLoop()
    }
    for (const intent of accepted) {
      if (isClosed) return
      if (isFinished(intent)) continue
      const shown = queryStatusInStoredList(intent)
      const isLater = shown !== null && shown.readAt > (intent.settledAt ?? intent.createdAt)
      if (isLater && intent.state === 'abandoned') {
        if (!maySendingHaveBeenExecuted(intent.sendings) && !wasRecordedByUser(intent)) continue
        const isNewToUser = !wasAskedAgain(intent) && !wasKnownWhenDeciding(intent, shown)
        if (isNewToUser && isAsOrdered(intent, shown) && !isExplainedByLaterOrder(intent))
          await runs.askAgain(intent.id, shown)
      } else if (isLater && shown.status !== intent.steps.at(-1)?.fact['becomes'])
        await runs.addChangedTargetStatusStep(intent.id, shown)
    }
  }

  return {
    check() {
      if (isClosed || journal.health().state === 'closed') return
      checking = checking.then(checkAll).catch((thrown: unknown) => {
        // Tried again after the next change of a list.
        if (!isAppError(thrown)) console.error('orders:', thrown)
      })
    },
    close() {
      isClosed = true
      return checking
    },
  }
}

/** An order of status `already_ordered` keeps its status when its procedure is finished. */
function isFinished({ item, state, steps }: StoredIntent): boolean {
  if (item.kind === 'renew') return state !== 'abandoned'
  return isTargetStatusAfterFinishedOrder(steps.at(-1)?.fact['becomes'])
}

/**
 * Whether the list shows what the order asked for. An extended expiry may come from another renewal, so the period must
 * match, too.
 */
function isAsOrdered(
  { item, expiryDate: before }: StoredIntent,
  { expiryDate: listedExpiry }: OrderTargetStatusInStoredList,
): boolean {
  if (item.kind !== 'renew') return true
  return (
    before !== null && listedExpiry !== null && listPossibleRenewedExpiries(before, item.years).includes(listedExpiry)
  )
}

/** A request that was answered as running may also have been executed, although no answer was lost. */
function wasRecordedByUser({ steps }: StoredIntent): boolean {
  return steps.some(({ event }) => event === 'settled_by_person')
}

/** The user decided although the last recorded check already showed the same. */
function wasKnownWhenDeciding(
  { item, steps }: StoredIntent,
  { expiryDate: listedExpiry }: OrderTargetStatusInStoredList,
): boolean {
  const known = steps.findLast(({ event }) => event === 'read')?.fact
  return item.kind === 'renew'
    ? known?.['expiry_date'] === listedExpiry
    : isTargetStatusAfterAcceptedOrder(item.kind, known?.['becomes'])
}

/** The user is asked once: what was answered then stands, although the list still shows it. */
function wasAskedAgain({ steps }: StoredIntent): boolean {
  return steps.some(({ state, event }) => state === 'abandoned' && event === 'status_read')
}
