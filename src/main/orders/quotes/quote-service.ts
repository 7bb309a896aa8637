import { AppError } from '#shared/app-error.ts'
import { createInputIssue } from '#shared/input-issues.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { Quote } from '#shared/ipc/quote-and-offer-schemas.ts'
import { createCancelledError, throwIfCancelled } from '#main/api/throw-or-reject-when-cancelled.ts'
import { getServiceIdentity } from '#main/api/compare-services-by-base-url.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'
import { createPendingAuthCodes } from './pending-auth-codes.ts'
import type { BalanceHintTracker } from '#main/orders/reports/balance-hints-from-refusals-and-payments.ts'
import { sendOrderDryRun } from './send-order-dry-run.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'
import { getOrderItemTarget } from '#shared/ipc/order-items.ts'
import type { IntentDraft } from '#main/orders/stored-intent-schema.ts'
import {
  fetchAndPriceQuoteRows,
  type FetchAndPriceQuoteRowsDeps,
  type QuoteRowWithIntentData,
  type AccountForPricing,
} from './fetch-and-price-quote-rows.ts'
import { fetchCurrentPrice } from './fetch-current-price.ts'
import { getAccountCallLimitsByClass } from '#main/api/get-account-call-limits.ts'
import { createQuoteProblem } from './price-order-item.ts'

export interface QuoteServiceDeps extends FetchAndPriceQuoteRowsDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys' | 'quotaUsage'>
  journal: Pick<Journal, 'listOpen' | 'findOpenFor'>
  accounts: { list(): AccountForPricing[] }
  balance: BalanceHintTracker
  clock: Clock
  newId: () => string
  emit: EmitEvent
}

interface KeptQuote {
  entries: Map<string, QuoteRowWithIntentData>
  accounts: Map<string, AccountForPricing>
  until: number
  /** True while its intents are being written. */
  isBeingConfirmed: boolean
}

const quoteLifetimeMs = 30 * 60_000
const maxKeptQuotes = 20
const progressIntervalMs = 100

export interface QuoteService {
  addAuthCode(authCode: string): string
  discardAuthCode(authCodeId: string): void
  /** `replaces`: ids of held intents that the items replace. */
  createQuote(
    quoteId: string,
    items: readonly OrderItem[],
    authCodeIds: Readonly<Record<string, string>>,
    replaces: readonly string[],
  ): Promise<Quote>
  discardQuote(quoteId: string): void
  /** Reads the price of one item now, in yen. Null: it has none that can be paid. Throws the errors of the call. */
  fetchCurrentPrice(item: OrderItem): Promise<number | null>
  /** Discards the auth codes and aborts running quotes. */
  close(): void
  /**
   * Passes the confirmed rows to `place`, once. Afterwards the quote and its auth codes are discarded. Throws
   * `not_found`, `conflict` (another total, or `reason: confirmed_already`), `invalid_input` (a row with a problem),
   * and the errors of `place`. After an error of `place`, the quote can be confirmed again.
   */
  confirm<T>(
    quoteId: string,
    rowIds: readonly string[],
    totalYen: number,
    place: (drafts: IntentDraft[]) => Promise<T>,
  ): Promise<T>
}

/** Quotes prices before payment, for one key and one expiry date each, and confirms them. */
export function createQuoteService(deps: QuoteServiceDeps): QuoteService {
  const { api, accounts, balance, domainAvailabilityChecker, clock, newId, emit } = deps
  const authCodes = createPendingAuthCodes({
    clock,
    newId,
    onExpired: (authCodeId) => emit('orders.authCodeExpired', { authCodeId }),
  })
  const closing = new AbortController()
  const running = new Map<string, AbortController>()
  const keptQuotes = new Map<string, KeptQuote>()
  /** Ids of the quotes confirmed last. A second confirmation is answered with `confirmed_already`, never as unknown. */
  const confirmed = new Set<string>()

  function keepQuote(
    quoteId: string,
    entries: readonly QuoteRowWithIntentData[],
    accountsById: Map<string, AccountForPricing>,
  ): void {
    for (const [id, { until }] of keptQuotes)
      if (until <= clock.monotonic() || keptQuotes.size >= maxKeptQuotes) keptQuotes.delete(id)
    keptQuotes.set(quoteId, {
      entries: new Map(entries.map((entry) => [entry.row.id, entry])),
      accounts: accountsById,
      until: clock.monotonic() + quoteLifetimeMs,
      isBeingConfirmed: false,
    })
  }

  function requireKeptQuote(quoteId: string): KeptQuote {
    if (confirmed.has(quoteId)) throw confirmedAlready(quoteId)
    const found = keptQuotes.get(quoteId)
    if (!found || found.until <= clock.monotonic())
      throw new AppError('not_found', 'The quote is no longer kept: ask for the prices again', {
        details: { what: 'quote' },
      })
    return found
  }

  function drop(quoteId: string): void {
    running.get(quoteId)?.abort(createCancelledError())
    keptQuotes.delete(quoteId)
  }

  function noteConfirmed(quoteId: string): void {
    confirmed.add(quoteId)
    const [oldest] = confirmed
    if (oldest !== undefined && confirmed.size > maxKeptQuotes) confirmed.delete(oldest)
  }

  function createEntries(
    items: readonly OrderItem[],
    accountsById: ReadonlyMap<string, AccountForPricing>,
    authCodeIds: Readonly<Record<string, string>>,
  ): QuoteRowWithIntentData[] {
    return items.map((typed) => {
      const item = typed.kind === 'order' ? typed : { ...typed, name: typed.name.toLowerCase() }
      const account = accountsById.get(item.accountId)
      if (!account)
        throw new AppError('not_found', 'The account is gone', {
          details: { what: 'account', accountId: item.accountId },
        })
      const authCodeId =
        typed.kind === 'transfer' ? (authCodeIds[typed.name] ?? authCodeIds[getOrderItemTarget(item)] ?? null) : null
      return {
        row: { id: newId(), item, ...unpriced, problem: null },
        keyId: null,
        authCodeId: authCodeId !== null && isKept(authCodeId) ? authCodeId : null,
        replaces: null,
      }
    })
  }

  /**
   * A target may be bought once in a basket. A second row that could buy it gets a problem, because it would be a
   * second decision about the same target.
   */
  function refuseRepeatedTargets(
    entries: readonly QuoteRowWithIntentData[],
    accountsById: ReadonlyMap<string, AccountForPricing>,
  ): void {
    const targets = new Set<string>()
    for (const entry of entries) {
      const { id, item, problem } = entry.row
      if (problem !== null) continue
      const { baseUrl } = accountsById.get(item.accountId) as AccountForPricing
      const target = `${getServiceIdentity(baseUrl)} ${getOrderItemTarget(item)}`
      if (targets.has(target)) entry.row = { id, item, ...unpriced, problem: createQuoteProblem('same_target_twice') }
      targets.add(target)
    }
  }

  function isKept(authCodeId: string): boolean {
    try {
      return authCodes.get(authCodeId) !== ''
    } catch {
      return false
    }
  }

  return {
    addAuthCode: authCodes.add,
    discardAuthCode: authCodes.discard,
    discardQuote: drop,
    fetchCurrentPrice: (item) => fetchCurrentPrice(deps, item, closing.signal),
    close() {
      closing.abort(createCancelledError())
      for (const ending of running.values()) ending.abort(createCancelledError())
      authCodes.discardAll()
    },

    async createQuote(quoteId, items, authCodeIds, replaces) {
      drop(quoteId)
      const ending = new AbortController()
      const { signal } = ending
      running.set(quoteId, ending)
      let done = 0
      const progress = createThrottle(clock, progressIntervalMs, () => {
        if (!signal.aborted) emit('orders.quoteProgress', { quoteId, done, total: items.length })
      })
      try {
        const accountsById = new Map(accounts.list().map((account) => [account.id, account]))
        const entries = createEntries(items, accountsById, authCodeIds)
        const onProgress = (more: number): void => {
          done += more
          progress.trigger()
        }
        onProgress(0)
        const byAccount = Map.groupBy(entries, ({ row }) => row.item.accountId)
        await Promise.all(
          [...byAccount].map(([accountId, own]) =>
            fetchAndPriceQuoteRows(deps, accountsById.get(accountId) as AccountForPricing, own, {
              quoteId,
              replaces: new Set(replaces),
              signal,
              onProgress,
            }),
          ),
        )
        refuseRepeatedTargets(entries, accountsById)
        const [only] = entries
        if (only && entries.length === 1 && only.row.problem === null)
          await sendOrderDryRun(
            { api, balance },
            only,
            only.authCodeId === null ? null : authCodes.get(only.authCodeId),
            signal,
          )
        throwIfCancelled(signal)
        progress.flush()
        keepQuote(quoteId, entries, accountsById)
        return toQuote(quoteId, entries)
      } finally {
        ending.abort(createCancelledError())
        if (running.get(quoteId) === ending) running.delete(quoteId)
      }
    },

    async confirm(quoteId, rowIds, totalYen, place) {
      const quote = requireKeptQuote(quoteId)
      if (quote.isBeingConfirmed) throw confirmedAlready(quoteId)
      const drafts = toIntentDrafts(quote, rowIds)
      const actual = drafts.reduce((sum, { yen }) => sum + yen, 0)
      if (actual !== totalYen)
        throw new AppError('conflict', 'The rows cost another amount than was confirmed', {
          details: { expected: totalYen, actual },
        })
      quote.isBeingConfirmed = true
      try {
        const placed = await place(drafts)
        for (const { authCodeId } of quote.entries.values()) if (authCodeId !== null) authCodes.discard(authCodeId)
        // If the order is refused, the remembered availability was wrong.
        for (const { item } of drafts) domainAvailabilityChecker.forget(item.accountId, getOrderItemTarget(item))
        drop(quoteId)
        noteConfirmed(quoteId)
        return placed
      } finally {
        quote.isBeingConfirmed = false
      }
    },
  }

  function toIntentDrafts({ entries, accounts: accountsById }: KeptQuote, rowIds: readonly string[]): IntentDraft[] {
    return [...new Set(rowIds)].map((rowId) => {
      const entry = entries.get(rowId)
      if (!entry) throw new AppError('not_found', 'The quote has no such row', { details: { what: 'row', rowId } })
      const { keyId, authCodeId, replaces } = entry
      const { id, item, yen, problem, expiryDate } = entry.row
      const account = accountsById.get(item.accountId)
      if (problem || yen === null || keyId === null || !account) {
        throw new AppError('invalid_input', 'A row with a problem cannot be bought', {
          details: {
            issues: [
              createInputIssue('', 'cannotBeBought', `${getOrderItemTarget(item)}: ${problem?.reason ?? 'no_price'}`, {
                name: getOrderItemTarget(item),
              }),
            ],
            rowId: id,
          },
        })
      }
      const { label: accountLabel, baseUrl } = account
      return {
        item,
        yen,
        keyId,
        accountLabel,
        baseUrl,
        expiryDate: item.kind === 'renew' ? expiryDate : null,
        authCode: authCodeId === null ? null : authCodes.get(authCodeId),
        replaces,
      }
    })
  }

  function toQuote(quoteId: string, entries: readonly QuoteRowWithIntentData[]): Quote {
    const rows = entries.map(({ row }) => row)
    const byAccount = Map.groupBy(rows, ({ item }) => item.accountId)
    const open = deps.journal.listOpen()
    const replaced = new Set(entries.map(({ replaces }) => replaces))
    const sums = [...byAccount].map(([accountId, own]) => {
      const good = own.filter(({ problem }) => problem === null)
      return {
        accountId,
        rows: good.length,
        yen: good.reduce((sum, { yen }) => sum + (yen ?? 0), 0),
        hint: balance.getBalanceHint(accountId),
        otherOpenOrders: open.filter(({ id, item }) => item.accountId === accountId && !replaced.has(id)).length,
        callLimitsByClass: getAccountCallLimitsByClass(api, accountId),
      }
    })
    return { quoteId, at: clock.now(), rows, accounts: sums, totalYen: sums.reduce((sum, { yen }) => sum + yen, 0) }
  }
}

function confirmedAlready(quoteId: string): AppError {
  return new AppError('conflict', 'It is confirmed already', { details: { quoteId, reason: 'confirmed_already' } })
}

const unpriced = {
  yen: null,
  yenPerYear: null,
  regularYen: null,
  isCampaign: null,
  expiryDate: null,
  expiryReadAt: null,
  newExpiryDate: null,
  isDryRun: false,
  pricedAt: null,
}
