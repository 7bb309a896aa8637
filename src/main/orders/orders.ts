import type { PriceItem } from '#shared/api/domain.ts'
import type { Plan } from '#shared/api/server.ts'
import { AppError } from '#shared/errors.ts'
import type { CommandOutput, CommandParsed } from '#shared/ipc/contract.ts'
import type { BalanceHint, Elsewhere, Forecast, IntentFilter, IntentView, JournalState, OrderItem, OrderRun, Quote, Spending } from '#shared/ipc/orders.ts'
import type { PageOf, ReadOf } from '#shared/ipc/scalars.ts'
import type { IntentDraft } from './intent.ts'
import type { IntentPage } from './journal.ts'

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
  /** Its intents are written: it goes, and the auth codes typed for it. */
  placed(quoteId: string): void
  /** What was confirmed. Throws not_found, conflict (another total), invalid_input (a row with a problem). */
  take(quoteId: string, rowIds: readonly string[], totalYen: number): IntentDraft[]
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
  exportCsv(filter: IntentFilter): Promise<string | null>
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
}

/** Stands until the parts do. */
export function createOrders(): Orders {
  const part = new Proxy({}, { get: () => () => { throw new AppError('bug', 'Orders are not put together yet') } })
  return { intents: part, runs: part, quotes: part, shop: part, books: part } as Orders
}
