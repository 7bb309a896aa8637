import type { OrderObsoleteReason } from '#shared/ipc/order-intent-schemas.ts'
import type { Database } from '#main/store/database.ts'
import type { StoredIntent } from './stored-intent-schema.ts'

export type QueryOrderObsoleteReason = (
  intent: Pick<StoredIntent, 'item' | 'target' | 'expiryDate'>,
) => OrderObsoleteReason | null

interface DomainRow {
  expiry_date: string | null
  gone_since: number | null
}

/**
 * The query returns why an order that was not carried out is no longer needed, according to the stored lists. It
 * returns null if the order may still be needed.
 */
export function createOrderObsoleteReasonQuery(database: Database): QueryOrderObsoleteReason {
  return ({ item: { kind, accountId }, target, expiryDate }) => {
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
    if (!domain) return null
    if (kind !== 'renew')
      return domain.gone_since === null ? { reason: 'listed', expiryDate: domain.expiry_date } : null
    if (domain.gone_since !== null) return { reason: 'gone', expiryDate: null }
    const isLater = expiryDate !== null && domain.expiry_date !== null && domain.expiry_date > expiryDate
    return isLater ? { reason: 'renewed', expiryDate: domain.expiry_date } : null
  }
}
