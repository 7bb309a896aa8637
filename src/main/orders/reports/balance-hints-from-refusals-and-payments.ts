import type { ServiceErrorCode } from '#shared/api/service-errors.ts'
import type { StoredOrderIntentState } from '#shared/ipc/order-intent-schemas.ts'
import type { BalanceHint } from '#shared/ipc/quote-and-offer-schemas.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { insufficientBalanceCode, isInsufficientBalanceError } from '#main/orders/is-insufficient-balance-error.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'

/**
 * Keeps what is known of the balances. No endpoint returns a balance; only refusals for insufficient balance and
 * successful payments give hints.
 */
export interface BalanceHintTracker {
  /** Returns null when the journal is closed. */
  getBalanceHint(accountId: string): BalanceHint | null
  /** The hints of all accounts, in the order of the account list. */
  listBalanceHints(): BalanceHint[]
  /** Call it when a dry run was refused for insufficient balance. */
  recordBalanceRefusal(accountId: string, yen: number): void
}

type Refusal = NonNullable<BalanceHint['refusal']>

/** Orders read at once in the search for the newest answer, which is almost always in the first page. */
const ordersPerPage = 20

export function createBalanceHintTracker({
  journal,
  database,
  clock,
}: {
  journal: Pick<Journal, 'page' | 'health'>
  database: Database
  clock: Clock
}): BalanceHintTracker {
  function queryNewestIntents(
    accountId: string,
    sort: 'settledAt' | 'createdAt',
    only: { states: StoredOrderIntentState[]; errorCode?: ServiceErrorCode },
    { offset, limit }: { offset: number; limit: number },
  ): { rows: StoredIntent[]; total: number } {
    const filter = {
      accountIds: [accountId],
      statuses: null,
      kinds: null,
      runId: null,
      text: '',
      target: null,
      from: null,
      until: null,
      ...only,
    }
    return journal.page(filter, { sort, isDescending: true, offset, limit })
  }

  /**
   * Returns when the order whose success the service answered last was first sent, and when the answer came; null if
   * there is none. An order that a check or the user settled as done proves no payment at that time, and an order that
   * was never sent was not paid at all. An order of ¥0 succeeds whatever the balance is.
   */
  function findNewestPayment(accountId: string): { sentAt: number; answeredAt: number } | null {
    for (let offset = 0; ; offset += ordersPerPage) {
      const page = { offset, limit: ordersPerPage }
      const { rows, total } = queryNewestIntents(accountId, 'settledAt', { states: ['done'] }, page)
      const answers = rows
        .filter(({ yen }) => yen > 0)
        .flatMap(({ steps }) => {
          const answer = steps.findLast(({ event }) => event === 'answered')
          const sending = steps.find(({ event }) => event === 'sent')
          return answer && sending ? [{ sentAt: sending.at, answeredAt: answer.at }] : []
        })
      // An answer settles its order, so the first of these orders has the newest answer.
      if (answers[0]) return answers[0]
      if (offset + ordersPerPage >= total) return null
    }
  }

  /**
   * The newest refusal for insufficient balance. Unsettled orders are included: a repeat of an unsettled order's
   * request may have been refused, although the outcome of the first sending is unknown. The user may record such an
   * order as not accepted long after the refusal, so only refused orders are settled in the order of their answers.
   */
  function findNewestOrderRefusal(accountId: string): Refusal | null {
    const query = (sort: 'settledAt' | 'createdAt', state: StoredOrderIntentState, limit: number) =>
      queryNewestIntents(accountId, sort, { states: [state], errorCode: insufficientBalanceCode }, { offset: 0, limit })
        .rows
    return [
      ...query('settledAt', 'refused', 1),
      ...query('settledAt', 'abandoned', ordersPerPage),
      ...query('createdAt', 'unsettled', ordersPerPage),
    ]
      .map(({ steps, settledAt, createdAt, yen }): Refusal => ({
        call: 'order',
        at: steps.findLast(({ error }) => isInsufficientBalanceError(error))?.at ?? settledAt ?? createdAt,
        yen,
      }))
      .reduce<Refusal | null>((newest, one) => (newest && newest.at > one.at ? newest : one), null)
  }

  function getBalanceHint(accountId: string): BalanceHint | null {
    if (journal.health().state === 'closed') return null
    const dryRun = database.get<Omit<Refusal, 'call'>>(
      'select at, yen from balance_refusal where account_id = ?',
      accountId,
    )
    const order = findNewestOrderRefusal(accountId)
    const refusal: Refusal | null = dryRun && (!order || dryRun.at > order.at) ? { ...dryRun, call: 'dry_run' } : order
    const payment = findNewestPayment(accountId)
    // An order that was sent before the refusal and answered after it may have been charged before it.
    const isOrderKnown =
      payment !== null && (refusal === null || payment.sentAt > refusal.at || payment.answeredAt < refusal.at)
    return { accountId, refusal, paidAt: isOrderKnown ? payment.answeredAt : null }
  }

  return {
    getBalanceHint,
    listBalanceHints: () =>
      database
        .all<{ id: string }>('select id from account order by folder, label collate nocase, id')
        .flatMap(({ id }) => getBalanceHint(id) ?? []),
    recordBalanceRefusal(accountId, yen) {
      database.run(
        `insert into balance_refusal (account_id, at, yen) select id, ?, ? from account where id = ?
         on conflict (account_id) do update set at = excluded.at, yen = excluded.yen`,
        clock.now(),
        yen,
        accountId,
      )
    },
  }
}
