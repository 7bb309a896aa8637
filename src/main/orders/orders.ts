import { randomBytes } from 'node:crypto'
import { isAppError, type AppError } from '#shared/errors.ts'
import type { Keychain } from '../accounts/keychain.ts'
import type { OpenOrder } from '../accounts/open-orders.ts'
import type { ApiAccounts, ApiClient } from '../api/types.ts'
import type { Clock } from '../clock.ts'
import type { Inventory } from '../inventory/inventory.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Database } from '../store/database.ts'
import { createBalance } from './books/balance.ts'
import { createOrderBooks, type OrderBooks } from './books/books.ts'
import { createChecks } from './quotes/checks.ts'
import { closedJournal } from './journal/closed-journal.ts'
import { createIntentViews, createToJournalFilter, type Intents } from './books/intents.ts'
import type { Intent } from './intent.ts'
import type { Journal } from './journal/journal.ts'
import { createIsServerIdKnown } from './shop/known-servers.ts'
import { createOffers } from './shop/offers.ts'
import { openJournal } from './journal/open-journal.ts'
import type { QuotedAccount } from './quotes/quote-account.ts'
import { createQuotes, type Quotes } from './quotes/quotes.ts'
import { createAcceptedOrders } from './sending/accepted-orders.ts'
import { createRuns, type Runs } from './sending/runs.ts'
import { createSealer } from './journal/sealer.ts'
import { createShop, type Shop } from './shop/shop.ts'
import { createDismissedRuns } from './dismissed-runs.ts'
import { createQueryOvertaken } from './query-overtaken.ts'
import { storeReadDomain, storeShownDomain } from './store-shown-domain.ts'

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
  /** The stored lists changed. */
  recheck(): void
  close(): Promise<void>
}

export interface OrdersDeps {
  api: Pick<ApiClient, 'call' | 'pay' | 'usableKeys' | 'gauges'>
  accounts: Pick<ApiAccounts, 'account' | 'keys'> & { list(): QuotedAccount[] }
  inventory: Pick<Inventory, 'writeDomainList' | 'writeFacet'>
  keychain: Keychain
  database: Database
  /** The profile's: the journal lies in it. */
  folder: string
  clock: Clock
  random: () => number
  newId: () => string
  emit: Emit
  /** The stored lists of the account do not show what is known of an order: a new server, or a domain that is gone. */
  onListOutdated: (accountId: string) => void
  /** Asks the person where to; null when the person closed the dialog. */
  saveFile: (suggestedName: string, text: Iterable<string>) => Promise<string | null>
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
  const queryOvertaken = createQueryOvertaken(database)
  const runs = createRuns({
    ...deps,
    journal,
    sealer,
    dismissed: createDismissedRuns(database),
    isOvertaken: (intent) => queryOvertaken(intent) !== null,
    onStep,
    onDomainRead: (accountId, detail, readAt) => storeReadDomain(deps.inventory, accountId, detail, readAt),
  })
  const toJournalFilter = createToJournalFilter(runs)
  const accepted = createAcceptedOrders({ journal, database, runs })
  const quotes = createQuotes({ ...deps, journal, offers, checks, balance, isServerIdKnown })
  const shop = createShop({ ...deps, offers, checks, isServerIdKnown: (baseUrl, serverId) => isServerIdKnown(baseUrl, serverId) || journal.openFor(baseUrl, serverId) !== undefined })
  return {
    intents: createIntentViews(journal, queryOvertaken, toJournalFilter),
    runs,
    quotes,
    shop,
    books: createOrderBooks({ ...deps, journal, offers, balance, toJournalFilter }),
    open() {
      if (closedBy) throw closedBy
      return runs.open().map(({ intent: { id, item, keyId, target }, isUnderway }) => ({ intentId: id, accountId: item.accountId, keyId, target, isUnderway }))
    },
    wake: runs.wake,
    recheck() {
      runs.recheck()
      accepted.check()
    },
    async close() {
      quotes.close()
      await Promise.all([shop.close(), runs.close(), accepted.close()])
      await journal.close()
    },
  }

  function onStep(intent: Intent): void {
    const { kind, accountId } = intent.item
    if (kind !== 'order') storeShownDomain(deps.inventory, intent)
    const last = intent.steps.at(-1)
    // Only a whole list tells that a domain is gone.
    const isGone = kind === 'renew' && last?.event === 'held' && last.fact['listed'] === false
    if (isGone || (kind === 'order' && intent.state === 'done')) deps.onListOutdated(accountId)
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
