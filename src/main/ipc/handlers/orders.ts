import type { OrdersModule } from '#main/orders/create-orders-module.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createOrdersHandlers({ orders }: { orders: OrdersModule }): HandlersOf<'orders'> {
  const { intents, runs, quotes, offers, reports } = orders
  return {
    'orders.plans': ({ accountId, refresh }) => offers.plans(accountId, refresh),
    'orders.prices': ({ accountId, refresh }) => offers.prices(accountId, refresh),
    'orders.suggestServerId': ({ accountId, wish }) => ({ serverId: offers.suggestServerId(accountId, wish) }),
    'orders.search': (search) => offers.search(search),
    'orders.cancelSearch': ({ searchId }) => {
      offers.cancelSearch(searchId)
      return null
    },
    'orders.keepAuthCode': ({ authCode }) => ({ authCodeId: quotes.addAuthCode(authCode) }),
    'orders.discardAuthCode': ({ authCodeId }) => {
      quotes.discardAuthCode(authCodeId)
      return null
    },
    'orders.quote': ({ quoteId, items, authCodeIds, replaces }) =>
      quotes.createQuote(quoteId, items, authCodeIds, replaces),
    'orders.discardQuote': ({ quoteId }) => {
      quotes.discardQuote(quoteId)
      return null
    },
    'orders.currentPrice': async (item) => ({ yen: await quotes.fetchCurrentPrice(item) }),
    'orders.confirm': ({ quoteId, rowIds, totalYen }) => quotes.confirm(quoteId, rowIds, totalYen, runs.startRun),
    'orders.list': ({ filter, sort, isDescending, offset, limit }) =>
      intents.page(filter, { sort, isDescending, offset, limit }),
    'orders.listOpenTargets': () => intents.openTargets(),
    'orders.planNames': () => intents.planNames(),
    'orders.intent': ({ intentId }) => intents.get(intentId),
    'orders.obsoleteReason': ({ intentId }) => intents.obsoleteReason(intentId),
    'orders.counts': (filter) => intents.counts(filter),
    'orders.countsAndRuns': (filter) => ({
      matching: intents.counts(filter),
      waiting: intents.counts({ ...filter, waitsFor: 'user' }).total,
      total: intents.counts({ accountIds: filter.accountIds, kinds: null, runId: null, waitsFor: null, text: '' })
        .total,
      runs: runs.list(),
    }),
    'orders.runs': () => runs.list(),
    'orders.listOrdersToQuoteAgain': ({ runId }) => runs.listOrdersToQuoteAgain(runId),
    'orders.pauseRun': async ({ runId }) => {
      await runs.pause(runId)
      return null
    },
    'orders.resumeRun': async ({ runId }) => {
      await runs.resume(runId)
      return null
    },
    'orders.cancelRun': async ({ runId }) => {
      await runs.cancel(runId)
      return null
    },
    'orders.dismissRun': ({ runId }) => {
      runs.dismiss(runId)
      return null
    },
    'orders.abandon': async ({ intentIds }) => ({ abandoned: await runs.abandonIntents(intentIds) }),
    'orders.readAgain': ({ intentId }) => runs.checkOutcomeNow(intentId),
    'orders.settle': ({ intentId, happened, repeat }) => runs.settleByUser(intentId, happened, repeat),
    'orders.exportCsv': async ({ filter, labels }) => ({ path: await reports.exportCsv(filter, labels) }),
    'orders.spending': ({ accountIds }) => reports.spending(accountIds),
    'orders.forecast': ({ accountIds }) => reports.forecast(accountIds),
    'orders.externalPurchases': ({ accountIds }) => reports.externalPurchases(accountIds),
    'orders.balanceHints': () => orders.listBalanceHints(),
    'orders.journal': () => intents.journalState(),
  }
}
