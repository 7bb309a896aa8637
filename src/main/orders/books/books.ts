import type { BalanceHint, Elsewhere, Forecast, IntentFilter, Spending } from '#shared/ipc/orders.ts'
import { japanDate } from '#shared/japan-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../store/database.ts'
import type { Balance } from './balance.ts'
import { takeElsewhere } from './elsewhere.ts'
import { everyIntent } from '../journal/every-intent.ts'
import { intentsAsCsv, type CsvWords } from './export-csv.ts'
import { takeForecast } from './forecast.ts'
import type { Journal } from '../journal/journal.ts'
import type { ToJournalFilter } from './intents.ts'
import type { Offers } from '../shop/offers.ts'
import { takeSpending } from './spending.ts'

export interface OrderBooksDeps {
  journal: Pick<Journal, 'slices'>
  database: Database
  offers: Pick<Offers, 'prices'>
  balance: Balance
  toJournalFilter: ToJournalFilter
  clock: Clock
  /** Asks the person where to; null when the person closed the dialog. */
  saveFile: (suggestedName: string, text: Iterable<string>) => Promise<string | null>
}

export interface OrderBooks {
  /** Where it was saved; null when the person closed the dialog. */
  exportCsv(filter: IntentFilter, words: CsvWords): Promise<string | null>
  spending(accountIds: readonly string[] | null): Promise<Spending>
  forecast(accountIds: readonly string[] | null): Promise<Forecast>
  elsewhere(accountIds: readonly string[] | null): Promise<Elsewhere[]>
  balanceHints(): BalanceHint[]
}

/** What was spent, what will be, and what somebody else may have. */
export function createOrderBooks({ journal, database, offers, balance, toJournalFilter, clock, saveFile }: OrderBooksDeps): OrderBooks {
  const accounts = (): { id: string; label: string }[] => database.all('select id, label from account order by folder, label collate nocase, id')

  function currentLabels(): (accountId: string) => string | undefined {
    const labels = new Map(accounts().map(({ id, label }) => [id, label]))
    return (accountId) => labels.get(accountId)
  }

  return {
    async exportCsv(filter, words) {
      return saveFile(`banto-orders-${japanDate(clock.now())}.csv`, await intentsAsCsv(everyIntent(journal, toJournalFilter(filter)), words, currentLabels()))
    },
    spending(accountIds) {
      return takeSpending(journal, accountIds, currentLabels())
    },
    forecast: (accountIds) => takeForecast({ database, offers }, accounts().flatMap(({ id }) => (accountIds === null || accountIds.includes(id) ? [id] : [])), clock.now()),
    elsewhere: (accountIds) => takeElsewhere(database, journal, accountIds),
    balanceHints: () => accounts().flatMap(({ id }) => balance.hint(id) ?? []),
  }
}
