import type { ProviderErrorCode } from '#shared/api/provider-errors.ts'
import type { BalanceHint } from '#shared/ipc/orders.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../store/database.ts'
import type { Intent } from '../intent.ts'
import type { Journal } from '../journal/journal.ts'

/** What is known of the balances: no endpoint tells them, only a refusal for want of balance does, and a payment that went through. */
export interface Balance {
  /** Null: the journal is closed. */
  hint(accountId: string): BalanceHint | null
  /** A dry run was refused for want of balance. */
  refused(accountId: string, yen: number): void
}

const code: ProviderErrorCode = 'PAYMENT_REQUIRED'

export function isBalanceRefusal(error: { code?: string | undefined } | null): boolean {
  return error?.code === code
}

export function createBalance({ journal, database, clock }: { journal: Pick<Journal, 'page' | 'state'>; database: Database; clock: Clock }): Balance {
  function newest(accountId: string, only: { states: ['done'] } | { states: ['refused']; errorCode: ProviderErrorCode }): Intent | undefined {
    const filter = { accountIds: [accountId], statuses: null, kinds: null, runId: null, text: '', target: null, from: null, until: null, ...only }
    return journal.page(filter, { sort: 'settledAt', isDescending: true, offset: 0, limit: 1 }).rows[0]
  }

  return {
    hint(accountId) {
      if (journal.state().state === 'closed') return null
      const tried = database.get<{ at: number; yen: number }>('select at, yen from balance_refusal where account_id = ?', accountId)
      const refused = newest(accountId, { states: ['refused'], errorCode: code })
      const refusal = refused && { at: refused.settledAt ?? refused.createdAt, yen: refused.yen }
      const last = tried && (!refusal || tried.at > refusal.at) ? tried : refusal
      const paidAt = newest(accountId, { states: ['done'] })?.settledAt ?? null
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
