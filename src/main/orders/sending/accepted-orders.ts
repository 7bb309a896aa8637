import { isAppError } from '#shared/errors.ts'
import { breathe } from '../../pace/slices.ts'
import type { Database } from '../../store/database.ts'
import type { Intent } from '../intent.ts'
import type { Journal } from '../journal/journal.ts'
import { namesIn } from './contracts.ts'
import type { Listed, Runs } from './runs.ts'

/** Keeps the orders up to date that the service accepted and had not finished, a transfer that failed among them. */
export interface AcceptedOrders {
  /** The stored lists changed: what they show of accepted orders is written into the journal. */
  check(): void
  close(): Promise<void>
}

export interface AcceptedOrdersDeps {
  journal: Pick<Journal, 'page' | 'state'>
  database: Database
  runs: Pick<Runs, 'noteStatus'>
}

const pageLimit = 100
const filter = { accountIds: null, kinds: null, runId: null, text: '', target: null, from: null, until: null, statuses: ['accepted' as const, 'needs_application' as const] }

const domainSql = 'select status, expiry_date as expiryDate, read_at as readAt from domain where account_id = ? and name = ? and gone_since is null'
const serverSql = `select status, expiry_date as expiryDate, read_at as readAt from server where account_id = ?1 and gone_since is null
  and (server_id in (select value from json_each(?2)) or name in (select value from json_each(?2)))`

export function createAcceptedOrders({ journal, database, runs }: AcceptedOrdersDeps): AcceptedOrders {
  let isClosed = false
  let checking = Promise.resolve()

  function listed(intent: Intent): Listed | null {
    const { item, target } = intent
    const row =
      item.kind === 'order'
        ? database.get<Listed>(serverSql, item.accountId, JSON.stringify([target, ...namesIn(intent, ['answered', 'settled_by_reading'])]))
        : database.get<Listed>(domainSql, item.accountId, target)
    return row ?? null
  }

  async function checkAll(): Promise<void> {
    // An order that is noted may leave the filter and move the others up: all pages are read before anything is written.
    const accepted: Intent[] = []
    while (!isClosed) {
      const { rows, total } = journal.page(filter, { sort: 'createdAt', isDescending: false, offset: accepted.length, limit: pageLimit })
      accepted.push(...rows)
      if (rows.length === 0 || accepted.length >= total) break
      await breathe()
    }
    for (const intent of accepted) {
      if (isClosed) return
      const shown = listed(intent)
      const isLater = shown !== null && shown.readAt > (intent.settledAt ?? intent.createdAt)
      if (isLater && shown.status !== intent.steps.at(-1)?.fact['becomes']) await runs.noteStatus(intent.id, shown)
    }
  }

  return {
    check() {
      if (isClosed || journal.state().state === 'closed') return
      checking = checking.then(checkAll).catch((thrown: unknown) => {
        // The next change of a list tries it again.
        if (!isAppError(thrown)) console.error('orders:', thrown)
      })
    },
    close() {
      isClosed = true
      return checking
    },
  }
}
