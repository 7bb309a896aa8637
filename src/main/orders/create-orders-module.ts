import { isAppError, type AppError } from '#shared/app-error.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { queryMergedAccountIds } from '#main/store/merged-account-store.ts'
import type { OpenOrder } from '#main/accounts/assert-no-open-orders.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { AccountsPort } from '#main/api/accounts-port.ts'
import type { HasErrorCauseEnded } from '#main/api/has-error-cause-ended.ts'
import type { Clock } from '#main/clock.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import type { NotifiableOrder } from '#main/notifications/notification-facts.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import type { Database } from '#main/store/database.ts'
import {
  createBalanceHintTracker,
  type BalanceHintTracker,
} from '#main/orders/reports/balance-hints-from-refusals-and-payments.ts'
import {
  createPurchaseReports,
  type PurchaseReports,
} from '#main/orders/reports/spending-forecast-and-external-purchase-reports.ts'
import { createDomainAvailabilityChecker } from '#main/orders/availability-and-prices/domain-availability-checker.ts'
import { createUnavailableJournal } from '#main/orders/journal/unavailable-journal.ts'
import {
  createIntentViewQueries,
  createRendererToJournalFilterConverter,
  type IntentViewQueries,
} from './query-intent-views.ts'
import type { StoredIntent } from './stored-intent-schema.ts'
import type { IntentBodyCipher, Journal } from '#main/orders/journal/journal-interface.ts'
import { createIsServerIdTakenInStoredLists } from '#main/orders/availability-and-prices/is-server-id-taken-in-stored-lists.ts'
import { createPriceAndHostingPlanLists } from '#main/orders/availability-and-prices/fetch-and-store-price-and-plan-lists.ts'
import { openJournal } from '#main/orders/journal/open-journal.ts'
import { createJournalResolvingMergedAccounts } from '#main/orders/journal/journal-resolving-merged-accounts.ts'
import type { AccountForPricing } from '#main/orders/quotes/fetch-and-price-quote-rows.ts'
import { createQuoteService, type QuoteService } from '#main/orders/quotes/quote-service.ts'
import { createAcceptedOrderUpdater } from '#main/orders/sending/update-accepted-orders-from-lists.ts'
import { estimateMinutesToSendOrders } from '#main/orders/sending/estimate-minutes-to-send-orders.ts'
import { createOrderRunService, type OrderRunService } from '#main/orders/sending/order-run-service.ts'
import {
  createPurchaseOfferLookup,
  type PurchaseOfferLookup,
} from '#main/orders/availability-and-prices/name-search-price-and-plan-lists.ts'
import { queryHostingPlanNames } from './query-hosting-plan-names.ts'
import { toNotifiableOrder } from '#main/orders/sending/to-notifiable-order.ts'
import { isChargedTransferThatFailed } from './derive-order-status.ts'
import { createDismissedOrderRunsStore } from './dismissed-order-runs-store.ts'
import { createOrderObsoleteReasonQuery } from './query-order-obsolete-reason.ts'
import { storeDomainsReadForOrder, storeServersReadForOrder } from './store-lists-read-for-order.ts'
import {
  storeDomainDetailReadForOrder,
  storeDomainStatusReadForOrder,
} from './store-domain-detail-and-status-read-for-order.ts'

export interface OrdersModule {
  intents: IntentViewQueries
  runs: OrderRunService
  quotes: QuoteService
  offers: PurchaseOfferLookup
  reports: PurchaseReports
  listBalanceHints: BalanceHintTracker['listBalanceHints']
  /** The open orders. If the journal could not be opened, they are unknown, and this throws that error. */
  listOpenOrders(): OpenOrder[]
  /**
   * The orders that wait for the user, without those of dismissed runs and without failed transfers, which the
   * inventory reports as domains.
   */
  waitingOrders(): NotifiableOrder[]
  /** Call it when sending may work again: online again, a key was added. */
  retryPendingSendings(): void
  /** Call it when an error that holds orders may have ended. Nothing is sent earlier. */
  endHoldsByEndedErrors(): void
  /** Call it when the usage of limits changed, or when calls began to wait for the end of a block. */
  noteQuotaUsage(usages: readonly QuotaUsage[]): void
  /** Call it when the wall clock moved against the monotonic clock. */
  noteClockJump(): void
  /** Call it when the stored lists changed. */
  onListsChanged(): void
  /** Call it after a merge: orders of one account are orders of another account now. */
  onAccountsMerged(): Promise<void>
  close(): Promise<void>
}

export interface OrdersModuleDeps {
  api: Pick<ApiClient, 'call' | 'sendPaidCall' | 'usableKeys' | 'quotaUsage' | 'findBlockThatHoldsCallsOf'>
  accounts: Pick<AccountsPort, 'account' | 'keys'> & { list(): AccountForPricing[] }
  inventory: Pick<InventoryStore, 'storeListedDomains' | 'storeListedServers' | 'saveDetail'>
  hasErrorCauseEnded: HasErrorCauseEnded
  bodyCipher: IntentBodyCipher
  database: Database
  /** The profile folder, which contains the journal. */
  folder: string
  clock: Clock
  random: () => number
  newId: () => string
  emit: EmitEvent
  /**
   * Called when the account's stored lists differ from what is known from an order: a new server, or a domain that is
   * gone.
   */
  onListOutdated: (accountId: string) => void
  /** Asks the user for a path and saves the file; null when the user closed the dialog. */
  choosePathAndSaveFile: (suggestedName: string, text: Iterable<string>) => Promise<string | null>
}

/**
 * Creates everything about orders. If the journal cannot be opened, only ordering is disabled, and the journal's state
 * shows the error.
 */
export function createOrdersModule(deps: OrdersModuleDeps): OrdersModule {
  const { api, database, clock, emit } = deps
  const { journal, closedBy } = openJournalOrClosed(deps)
  const priceLists = createPriceAndHostingPlanLists({ api, database })
  const domainAvailabilityChecker = createDomainAvailabilityChecker({ api, clock })
  const balanceHints = createBalanceHintTracker({ journal, database, clock })
  const isServerIdKnown = createIsServerIdTakenInStoredLists(database)
  const queryOrderObsoleteReason = createOrderObsoleteReasonQuery(database)
  const runs = createOrderRunService({
    ...deps,
    journal,
    dismissed: createDismissedOrderRunsStore(database),
    isObsolete: (intent) => queryOrderObsoleteReason(intent) !== null,
    estimateMinutesToSend: (left) => estimateMinutesToSendOrders(left, api.quotaUsage(), clock.now()),
    onStep,
    targetAnswerListeners: {
      onDomainRead: (accountId, detail, readAt) =>
        storeDomainDetailReadForOrder(deps.inventory, accountId, detail, readAt),
      onDomainsRead: (accountId, domains, requestedAt) =>
        storeDomainsReadForOrder(deps.inventory, accountId, domains, requestedAt),
      onServersRead: (accountId, servers, requestedAt) =>
        storeServersReadForOrder(deps.inventory, accountId, servers, requestedAt),
    },
  })
  const toJournalFilter = createRendererToJournalFilterConverter(runs)
  const acceptedOrders = createAcceptedOrderUpdater({ journal, database, runs })
  const quotes = createQuoteService({
    ...deps,
    journal,
    priceLists,
    domainAvailabilityChecker,
    balance: balanceHints,
    isServerIdKnown,
  })
  const offers = createPurchaseOfferLookup({
    ...deps,
    priceLists,
    domainAvailabilityChecker,
    isServerIdKnown: (baseUrl, serverId) =>
      isServerIdKnown(baseUrl, serverId) || journal.findOpenFor(baseUrl, serverId) !== undefined,
  })
  return {
    intents: createIntentViewQueries(
      journal,
      queryOrderObsoleteReason,
      toJournalFilter,
      () => queryHostingPlanNames(database),
      () =>
        new Map(
          database
            .all<{ id: string; label: string }>('select id, label from account')
            .map(({ id, label }) => [id, label] as const),
        ),
    ),
    runs,
    quotes,
    offers,
    reports: createPurchaseReports({ ...deps, journal, priceLists, toJournalFilter }),
    listBalanceHints: balanceHints.listBalanceHints,
    listOpenOrders() {
      if (closedBy) throw closedBy
      return runs
        .listOpenIntents()
        .map(({ intent: { id, item, keyId, target }, isUnderway }) => ({
          intentId: id,
          accountId: item.accountId,
          keyId,
          target,
          isUnderway,
        }))
    },
    waitingOrders: () =>
      runs
        .listIntentsWaitingForUser()
        .filter((intent) => !isChargedTransferThatFailed(intent))
        .map(toNotifiableOrder),
    retryPendingSendings: runs.retryPendingSendings,
    endHoldsByEndedErrors: runs.endHoldsByEndedErrors,
    noteQuotaUsage: runs.noteQuotaUsage,
    noteClockJump: runs.noteClockJump,
    onListsChanged() {
      runs.onListsChanged()
      acceptedOrders.check()
    },
    onAccountsMerged: runs.onAccountsMerged,
    async close() {
      quotes.close()
      await Promise.all([offers.close(), runs.close(), acceptedOrders.close()])
      await journal.close()
    },
  }

  function onStep(intent: StoredIntent): void {
    const { kind, accountId } = intent.item
    if (kind !== 'order') storeDomainStatusReadForOrder(deps.inventory, intent)
    const last = intent.steps.at(-1)
    // Only a complete list shows that a domain is gone.
    const isGone = kind === 'renew' && last?.event === 'held' && last.fact['listed'] === false
    if (isGone || (kind === 'order' && intent.state === 'done')) deps.onListOutdated(accountId)
  }

  function openJournalOrClosed({ folder }: OrdersModuleDeps): { journal: Journal; closedBy: AppError | null } {
    try {
      const journal = openJournal({ folder, clock, onState: (state) => emit('orders.journal', state) })
      return {
        journal: createJournalResolvingMergedAccounts(journal, () => queryMergedAccountIds(database)),
        closedBy: null,
      }
    } catch (error) {
      if (!isAppError(error)) throw error
      return { journal: createUnavailableJournal(error), closedBy: error }
    }
  }
}
