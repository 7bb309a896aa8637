import type { OrderIntentFilter } from '#shared/ipc/order-intent-schemas.ts'
import type {
  ExternalPurchase,
  RenewalForecast,
  SpendingReport,
} from '#shared/ipc/spending-forecast-and-external-purchase-schemas.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { queryExternalPurchases } from './query-external-purchases.ts'
import { iterateIntentsInChunks } from '#main/orders/journal/iterate-intents-in-chunks.ts'
import { formatIntentsCsv, type IntentCsvLabels } from './format-intents-csv.ts'
import { queryRenewalForecast } from './query-renewal-forecast.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'
import type { RendererToJournalFilterConverter } from '#main/orders/query-intent-views.ts'
import type { PriceAndHostingPlanLists } from '#main/orders/availability-and-prices/fetch-and-store-price-and-plan-lists.ts'
import { computeSpending } from './compute-spending.ts'

export interface PurchaseReportsDeps {
  journal: Pick<Journal, 'iterateInChunks'>
  database: Database
  priceLists: Pick<PriceAndHostingPlanLists, 'prices'>
  toJournalFilter: RendererToJournalFilterConverter
  clock: Clock
  /** Asks the user for a path and saves the file; null when the user closed the dialog. */
  choosePathAndSaveFile: (suggestedName: string, text: Iterable<string>) => Promise<string | null>
}

export interface PurchaseReports {
  /** Returns the path of the saved file; null when the user closed the dialog. */
  exportCsv(filter: OrderIntentFilter, labels: IntentCsvLabels): Promise<string | null>
  spending(accountIds: readonly string[] | null): Promise<SpendingReport>
  forecast(accountIds: readonly string[] | null): Promise<RenewalForecast>
  externalPurchases(accountIds: readonly string[] | null): Promise<ExternalPurchase[]>
}

/** Reports: past spending, the forecast of renewals, and purchases that other programs may have made. */
export function createPurchaseReports({
  journal,
  database,
  priceLists,
  toJournalFilter,
  clock,
  choosePathAndSaveFile,
}: PurchaseReportsDeps): PurchaseReports {
  const accounts = (): { id: string; label: string }[] =>
    database.all('select id, label from account order by folder, label collate nocase, id')

  function currentLabels(): (accountId: string) => string | undefined {
    const labels = new Map(accounts().map(({ id, label }) => [id, label]))
    return (accountId) => labels.get(accountId)
  }

  return {
    async exportCsv(filter, labels) {
      return choosePathAndSaveFile(
        `banto-orders-${formatJapanDate(clock.now())}.csv`,
        await formatIntentsCsv(iterateIntentsInChunks(journal, toJournalFilter(filter)), labels, currentLabels()),
      )
    },
    spending(accountIds) {
      return computeSpending(journal, accountIds, currentLabels())
    },
    forecast: (accountIds) =>
      queryRenewalForecast(
        { database, priceLists },
        accounts().flatMap(({ id }) => (accountIds === null || accountIds.includes(id) ? [id] : [])),
        clock.now(),
      ),
    externalPurchases: (accountIds) => queryExternalPurchases(database, journal, accountIds),
  }
}
