import type { DomainStatus } from '#shared/api/domain-schemas.ts'
import type { OrderObsoleteReason } from '#shared/ipc/order-intent-schemas.ts'
import { queryAccountIdsOfSameService } from '#main/accounts/query-account-ids-of-same-service.ts'
import type { Database } from '#main/store/database.ts'
import type { StoredIntent } from './stored-intent-schema.ts'

export type QueryOrderObsoleteReason = (
  intent: Pick<StoredIntent, 'item' | 'target' | 'expiryDate' | 'createdAt'>,
) => OrderObsoleteReason | null

interface DomainRow {
  expiry_date: string | null
  gone_since: number | null
}

/** Statuses of a domain that no account can acquire. An expired domain may become available again. */
const acquiredStatusesJson = JSON.stringify(['active', 'pending_create'] satisfies DomainStatus[])

/**
 * The query returns why an order that was not carried out is no longer needed, according to the stored lists. It
 * returns null if the order may still be needed.
 */
export function createOrderObsoleteReasonQuery(database: Database): QueryOrderObsoleteReason {
  /** Only a reading after the order counts: an older one may show a domain that was free when the user ordered. */
  function isAcquiredByOtherAccount(accountId: string, name: string, orderedAt: number): boolean {
    const listing = database.all<{ accountId: string }>(
      `select account_id as accountId from domain where name = ? and gone_since is null and read_at > ?
       and status in (select value from json_each(?))`,
      name,
      orderedAt,
      acquiredStatusesJson,
    )
    // Most declined names are in no list, and many may be checked at once.
    if (listing.length === 0) return false
    const ofSameService = new Set(queryAccountIdsOfSameService(database, accountId))
    return listing.some((row) => ofSameService.has(row.accountId))
  }

  return ({ item: { kind, accountId }, target, expiryDate, createdAt }) => {
    if (!database.get('select 1 from account where id = ?', accountId))
      return { reason: 'no_account', expiryDate: null }
    if (kind === 'order') {
      const server = database.get(
        'select 1 from server where account_id = ? and server_id = ? and gone_since is null',
        accountId,
        target,
      )
      return server ? { reason: 'listed', expiryDate: null } : null
    }
    const domain = database.get<DomainRow>(
      'select expiry_date, gone_since from domain where account_id = ? and name = ?',
      accountId,
      target,
    )
    if (kind !== 'renew') {
      if (domain?.gone_since === null) return { reason: 'listed', expiryDate: domain.expiry_date }
      // A transfer may be one from the other account.
      const isAcquired = kind === 'acquire' && isAcquiredByOtherAccount(accountId, target, createdAt)
      return isAcquired ? { reason: 'listed_in_other_account', expiryDate: null } : null
    }
    if (!domain) return null
    if (domain.gone_since !== null) return { reason: 'gone', expiryDate: null }
    const isLater = expiryDate !== null && domain.expiry_date !== null && domain.expiry_date > expiryDate
    return isLater ? { reason: 'renewed', expiryDate: domain.expiry_date } : null
  }
}
