import { randomBytes } from 'node:crypto'
import type { PriceItem } from '#shared/api/domain.ts'
import type { Plan } from '#shared/api/server.ts'
import { isAppError, type AppError } from '#shared/errors.ts'
import type { CommandOutput, CommandParsed } from '#shared/ipc/contract.ts'
import type { BalanceHint, Elsewhere, Forecast, IntentFilter, IntentView, JournalState, OrderItem, OrderRun, Quote, Spending } from '#shared/ipc/orders.ts'
import type { PageOf, ReadOf } from '#shared/ipc/scalars.ts'
import type { Keychain } from '../accounts/keychain.ts'
import type { OpenOrder } from '../accounts/open-orders.ts'
import type { ApiAccounts, ApiClient } from '../api/types.ts'
import type { Clock } from '../clock.ts'
import type { Inventory } from '../inventory/inventory.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Database } from '../store/database.ts'
import { createBalance } from './books/balance.ts'
import { createOrderBooks } from './books/books.ts'
import { createChecks } from './quotes/checks.ts'
import { closedJournal } from './journal/closed-journal.ts'
import type { CsvWords } from './books/export-csv.ts'
import type { IntentDraft } from './intent.ts'
import { createIntentViews } from './books/intents.ts'
import type { IntentPage, Journal } from './journal/journal.ts'
import { createIsServerIdKnown } from './shop/known-servers.ts'
import { createOffers } from './shop/offers.ts'
import { openJournal } from './journal/open-journal.ts'
import type { QuotedAccount } from './quotes/quote-account.ts'
import { createQuotes } from './quotes/quotes.ts'
import { createRuns } from './sending/runs.ts'
import { createSealer } from './journal/sealer.ts'
import { createShop } from './shop/shop.ts'

/** The journal as the window sees it. */
export interface Intents {
  page(filter: IntentFilter, page: IntentPage): PageOf<Omit<IntentView, 'steps'>>
  /** Throws not_found. */
  get(intentId: string): IntentView
  counts(accountIds: readonly string[] | null): CommandOutput<'orders.counts'>
  journalState(): JournalState
}

/** What sends and settles. */
export interface Runs {
  /** Writes the intents durably, then sends them in the background. Throws open_intent, disk_full, database_*, journal_locked. */
  place(drafts: readonly IntentDraft[]): Promise<{ runId: string; intentIds: string[] }>
  list(): OrderRun[]
  pause(runId: string): Promise<void>
  resume(runId: string): Promise<void>
  cancel(runId: string): Promise<void>
  /** How many were taken back. */
  abandon(intentIds: readonly string[]): Promise<number>
  readAgain(intentId: string): Promise<IntentView>
  settle(intentId: string, happened: boolean, repeat: boolean): Promise<IntentView>
  /** Goes on with what an earlier run of the app left. */
  start(): void
  close(): Promise<void>
}

export interface Quotes {
  keepAuthCode(authCode: string): string
  discardAuthCode(ticket: string): void
  quote(quoteId: string, items: readonly OrderItem[], authTickets: Readonly<Record<string, string>>): Promise<Quote>
  drop(quoteId: string): void
  /**
   * Hands what was confirmed to `place`, once: then the quote goes, and the auth codes typed for it. Throws not_found, conflict (another total,
   * or it is being placed already), invalid_input (a row with a problem), and what `place` throws, after which it can be confirmed again.
   */
  confirm<T>(quoteId: string, rowIds: readonly string[], totalYen: number, place: (drafts: IntentDraft[]) => Promise<T>): Promise<T>
}

export interface Shop {
  plans(accountId: string, refresh: boolean): Promise<ReadOf<Plan[]>>
  prices(accountId: string, refresh: boolean): Promise<ReadOf<PriceItem[]>>
  suggestServerId(accountId: string, wish: string): string
  search(search: CommandParsed<'orders.search'>): CommandOutput<'orders.search'>
  cancelSearch(searchId: string): void
  close(): Promise<void>
}

export interface OrderBooks {
  /** Where it was saved; null when the person closed the dialog. */
  exportCsv(filter: IntentFilter, words: CsvWords): Promise<string | null>
  spending(accountIds: readonly string[] | null): Promise<Spending>
  forecast(accountIds: readonly string[] | null): Promise<Forecast>
  elsewhere(accountIds: readonly string[] | null): Promise<Elsewhere[]>
  balanceHints(): BalanceHint[]
}

export interface Orders {
  intents: Intents
  runs: Runs
  quotes: Quotes
  shop: Shop
  books: OrderBooks
  /** What is open. Throws what keeps the journal closed: then nobody knows. */
  open(): OpenOrder[]
  /** Something may stand otherwise: online again, a key was added. */
  wake(): void
  close(): Promise<void>
}

export interface OrdersDeps {
  api: Pick<ApiClient, 'call' | 'pay' | 'usableKeys' | 'gauges'>
  accounts: Pick<ApiAccounts, 'account' | 'keys'> & { list(): QuotedAccount[] }
  inventory: Pick<Inventory, 'writeDomainList'>
  keychain: Keychain
  database: Database
  /** The profile's: the journal lies in it. */
  folder: string
  clock: Clock
  random: () => number
  newId: () => string
  emit: Emit
  /** Asks the person where to; null when the person closed the dialog. */
  saveFile: (suggestedName: string, text: string) => Promise<string | null>
}

/** A journal that cannot be opened stops spending and nothing else: its state says why. */
export function createOrders(deps: OrdersDeps): Orders {
  const { api, database, clock, emit } = deps
  const { journal, closedBy } = openOrClosed(deps)
  const sealer = createSealer({ ...deps, randomBytes })
  const offers = createOffers({ api, database })
  const checks = createChecks({ api, clock })
  const balance = createBalance({ journal, database, clock })
  const isServerIdKnown = createIsServerIdKnown(database)
  const runs = createRuns({ ...deps, journal, sealer })
  const shop = createShop({ ...deps, offers, checks, isServerIdKnown: (baseUrl, serverId) => isServerIdKnown(baseUrl, serverId) || journal.openFor(baseUrl, serverId) !== undefined })
  return {
    intents: createIntentViews(journal),
    runs,
    quotes: createQuotes({ ...deps, journal, offers, checks, balance, isServerIdKnown }),
    shop,
    books: createOrderBooks({ ...deps, journal, offers, balance }),
    open() {
      if (closedBy) throw closedBy
      return journal.open().map(({ id, item, keyId, target, state }) => ({ intentId: id, accountId: item.accountId, keyId, target, isUnderway: state !== 'planned' }))
    },
    wake: runs.wake,
    async close() {
      await Promise.all([shop.close(), runs.close()])
      await journal.close()
    },
  }

  function openOrClosed({ folder }: OrdersDeps): { journal: Journal; closedBy: AppError | null } {
    try {
      return { journal: openJournal({ folder, clock, onState: (state) => emit('orders.journal', state) }), closedBy: null }
    } catch (error) {
      if (!isAppError(error)) throw error
      return { journal: closedJournal(error), closedBy: error }
    }
  }
}
