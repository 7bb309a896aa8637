import { serviceErrors } from '#shared/api/service-errors.ts'
import type { ExternalPurchase } from '#shared/ipc/purchase-report-schemas.ts'
import type { PurchaseSender } from './classify-purchase-sender.ts'

export interface PaidCallCounts {
  elsewhere: number
  /** At most so many of the calls that this app may have made. */
  possiblyElsewhere: number
  refused: number
}

/** REGISTRAR_REJECTED may follow a payment. The log does not show which code an answer with this status had. */
const statusOfPossibleCharge = serviceErrors.REGISTRAR_REJECTED.status

/**
 * Returns true if the service declined the call before a charge. After a 5xx it may have been charged (API description,
 * sections "Idempotency rules" and "Domain API").
 */
export function isRefusedPaidCall({ statusCode }: Pick<ExternalPurchase, 'statusCode'>): boolean {
  return statusCode >= 400 && statusCode < 500 && statusCode !== statusOfPossibleCharge
}

/**
 * Counts the calls that certainly came from another sender (`elsewhere`), and the largest possible number of such calls
 * among those of unknown sender (`possiblyElsewhere`). Refused calls are no purchases, so they are counted separately,
 * whoever sent them.
 */
export function countPaidCallsBySender<Row extends Pick<ExternalPurchase, 'statusCode' | 'isMatchedByCertainCall'>>(
  rows: readonly Row[],
  senderOf: (row: Row) => PurchaseSender,
): PaidCallCounts {
  const charged = rows.filter((row) => !isRefusedPaidCall(row))
  const elsewhere = charged.filter((row) => senderOf(row) === 'elsewhere').length
  const matched = charged.filter((row) => row.isMatchedByCertainCall).length
  return { elsewhere, possiblyElsewhere: charged.length - elsewhere - matched, refused: rows.length - charged.length }
}
