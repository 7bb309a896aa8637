import type { ProviderErrorCode } from '#shared/api/provider-errors.ts'
import type { BalanceHint } from '#shared/ipc/orders.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../store/database.ts'
import type { Journal } from '../journal/journal.ts'

/** What is known of the balances: no endpoint tells them, only a refusal for want of balance does, and a payment that went through. */
export interface Balance {
  hint(accountId: string): BalanceHint
  /** A dry run was refused for want of balance. */
  refused(accountId: string, yen: number): void
}

const code: ProviderErrorCode = 'PAYMENT_REQUIRED'
/** The newest are looked at, not everything that was ever bought. */
const looked = 500

export function isBalanceRefusal(error: { code?: string | undefined } | null): boolean {
  return error?.code === code
}

export function createBalance({ journal, database, clock }: { journal: Pick<Journal, 'page'>; database: Database; clock: Clock }): Balance {
  function newest(accountId: string, state: 'done' | 'refused') {
    const filter = { accountIds: [accountId], states: [state], kinds: null, needsYou: false, runId: null, text: '', from: null, until: null }
    return journal.page(filter, { sort: 'createdAt', isDescending: true, offset: 0, limit: looked }).rows
  }

  return {
    hint(accountId) {
      const tried = database.get<{ at: number; yen: number }>('select at, yen from balance_refusal where account_id = ?', accountId)
      const refusals = newest(accountId, 'refused')
        .filter(({ error }) => isBalanceRefusal(error))
        .map(({ settledAt, createdAt, yen }) => ({ at: settledAt ?? createdAt, yen }))
      const last = [...refusals, ...(tried ? [tried] : [])].reduce<{ at: number; yen: number } | null>((best, one) => (best && best.at >= one.at ? best : one), null)
      const paidAt = newest(accountId, 'done').reduce<number | null>((best, { settledAt }) => (settledAt === null || (best ?? 0) > settledAt ? best : settledAt), null)
      return { accountId, refusedAt: last?.at ?? null, refusedYen: last?.yen ?? null, paidAt }
    },
    refused(accountId, yen) {
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
