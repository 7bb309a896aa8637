import { isStatusOfUnchargedRefusal } from '#shared/api/uncharged-refusals.ts'
import type { ExternalPurchase } from '#shared/ipc/spending-forecast-and-external-purchase-schemas.ts'
import type { PurchaseOrigin } from './classify-purchase-origin.ts'

export interface PaidCallsFromElsewhere {
  elsewhere: number
  /** At most so many of the calls that this app may have made. */
  possiblyElsewhere: number
  refused: number
}

/**
 * Counts the calls that certainly came from another sender (`elsewhere`), and the largest possible number of such calls
 * among those of unknown sender (`possiblyElsewhere`). Refused calls are no purchases, so they are counted separately,
 * whoever sent them.
 */
export function countPaidCallsFromElsewhere<
  Row extends Pick<ExternalPurchase, 'statusCode' | 'isMatchedByCertainCall'>,
>(rows: readonly Row[], senderOf: (row: Row) => PurchaseOrigin): PaidCallsFromElsewhere {
  const charged = rows.filter(({ statusCode }) => !isStatusOfUnchargedRefusal(statusCode))
  const elsewhere = charged.filter((row) => senderOf(row) === 'elsewhere').length
  const matched = charged.filter((row) => row.isMatchedByCertainCall).length
  return { elsewhere, possiblyElsewhere: charged.length - elsewhere - matched, refused: rows.length - charged.length }
}
