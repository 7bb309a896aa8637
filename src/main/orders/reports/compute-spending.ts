import type { SpendingReport } from '#shared/ipc/spending-forecast-and-external-purchase-schemas.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import { deriveOrderStatus, findOrderAcceptanceSource } from '#main/orders/derive-order-status.ts'
import { iterateIntentsInChunks } from '#main/orders/journal/iterate-intents-in-chunks.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'

type Month = SpendingReport['months'][number]

/** Returns the month in Japan, as `YYYY-MM`. */
export function formatJapanMonth(instant: number): string {
  return formatJapanDate(instant).slice(0, 7)
}

/**
 * Returns the spending by month of settling, account and kind. `labelOf` returns the current label of an account. An
 * account that is no longer known has the labels that its orders were placed under, each with the spending under it.
 */
export async function computeSpending(
  journal: Pick<Journal, 'iterateInChunks'>,
  accountIds: readonly string[] | null,
  labelOf: (accountId: string) => string | undefined,
): Promise<SpendingReport> {
  const months = new Map<string, Month>()
  let [unsettled, unsettledYen] = [0, 0]
  let [withoutResponse, withoutResponseYen] = [0, 0]
  for await (const intent of iterateIntentsInChunks(journal, {
    accountIds: accountIds && [...accountIds],
    states: ['done', 'sent', 'unsettled', 'abandoned'],
  })) {
    const { state, item, yen, settledAt, createdAt, accountLabel, needsYou } = intent
    if (state === 'abandoned' && !needsYou) continue
    // The order that the repeat replaces may have been charged, although the user recorded it as not accepted.
    if (state !== 'done' || deriveOrderStatus(intent) === 'already_ordered') {
      unsettled += 1
      unsettledYen += yen
      continue
    }
    if (findOrderAcceptanceSource(intent) !== 'response') {
      withoutResponse += 1
      withoutResponseYen += yen
    }
    const month = formatJapanMonth(settledAt ?? createdAt)
    const { accountId, kind } = item
    const label = labelOf(accountId) ?? accountLabel
    const name = [month, accountId, kind, label].join(' ')
    const sum = months.get(name) ?? { month, accountId, accountLabel: label, kind, yen: 0, count: 0 }
    months.set(name, { ...sum, yen: sum.yen + yen, count: sum.count + 1 })
  }
  return {
    months: [...months.values()].sort((one, other) => (one.month < other.month ? -1 : Number(one.month > other.month))),
    withoutResponse,
    withoutResponseYen,
    unsettled,
    unsettledYen,
  }
}
