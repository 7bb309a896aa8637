import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { Quote, QuoteProblem, QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import {
  findPriceChanges,
  collectSeenPrices,
  type PriceChange,
  type PricedItem,
  type SeenPrices,
} from './find-price-changes.ts'

interface QuoteRequest {
  items: OrderItem[]
  authCodeIds: Record<string, string>
  replaces: string[]
}

/** The confirmed items and the run that sends them. */
export interface ConfirmedPurchase {
  runId: string
  items: OrderItem[]
}

const endedIntentStates: ReadonlySet<OrderIntentView['state']> = new Set(['done', 'refused', 'abandoned'])

/** Returns the ID of the order that prevents another one for the same target; null for any other problem. */
function openIntentIdOf(problem: QuoteRow['problem']): string | null {
  return problem?.reason === 'open_intent' || problem?.reason === 'waiting_intent' ? problem.intentId : null
}

/** Returns what each order that prevented rows at the check means for them now, by its ID. */
async function findProblemsByOtherOrder(rows: readonly QuoteRow[]): Promise<ReadonlyMap<string, QuoteProblem>> {
  const openIds = [...new Set(rows.flatMap(({ problem }) => openIntentIdOf(problem) ?? []))]
  const problems = await Promise.all(
    openIds.map(async (intentId): Promise<[string, QuoteProblem][]> => {
      const intent = await mainCommands.orders.intent({ intentId }).catch(() => null)
      return intent ? [[intentId, getProblemByOtherOrder(intent)]] : []
    }),
  )
  return new Map(problems.flat())
}

/** For a repeat, the order before it may have been charged. */
function getProblemByOtherOrder({ state, repeats }: OrderIntentView): QuoteProblem {
  if (endedIntentStates.has(state)) return 'ended_intent'
  return state === 'planned' && repeats === null ? 'waiting_intent' : 'open_intent'
}

/**
 * One quote at a time, and its confirmation. A newer quote, `drop` and the end of the scope discard the previous quote
 * in main. Prices that the user saw are kept until `drop`. If a later quote has another price for the same item,
 * `changes` has both prices. While a confirmation is in progress, `ask`, `forgetPrice` and `drop` do nothing.
 */
export function useQuoteAndPayment() {
  const quote = shallowRef<Quote | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isAsking = shallowRef(false)
  /** The accounts of the items whose prices were requested last. */
  const askedAccountIds = shallowRef<readonly string[]>([])
  const progress = ref<{ done: number; total: number } | null>(null)
  const changes = shallowRef<PriceChange[]>([])
  /** The quote that can be confirmed; null while prices are requested. */
  const offer = computed(() => (isAsking.value ? null : quote.value))
  /** Ids of the rows being confirmed; null when no confirmation is in progress. */
  const paying = shallowRef<readonly string[] | null>(null)
  const isPaying = computed(() => paying.value !== null)
  const payError = shallowRef<AppError | null>(null)
  const hasCauseEnded = useHasErrorCauseEnded()
  let asked: QuoteRequest | null = null
  let seen: SeenPrices = new Map()
  /** Id of the current quote. Results of other quotes are ignored. */
  let openId: string | null = null

  useIpcEvent('orders.quoteProgress', ({ quoteId, done, total }) => {
    if (isAsking.value && quoteId === openId) progress.value = { done, total }
  })

  /** Other orders of the same accounts may be sent or end while the quote is shown. */
  async function followOtherOrders(): Promise<void> {
    const checked = quote.value
    if (checked === null) return
    const problems = await findProblemsByOtherOrder(checked.rows)
    const hints = await mainCommands.orders.balanceHints(null).catch(() => [])
    if (quote.value !== checked || isPaying.value) return
    const hintByAccount = new Map(hints.map((hint) => [hint.accountId, hint]))
    quote.value = {
      ...checked,
      rows: checked.rows.map((row) => {
        const reason = problems.get(openIntentIdOf(row.problem) ?? '')
        return row.problem && reason ? { ...row, problem: { ...row.problem, reason } } : row
      }),
      accounts: checked.accounts.map((each) => ({ ...each, hint: hintByAccount.get(each.accountId) ?? each.hint })),
    }
  }

  useIpcEvent('orders.changed', () => void followOtherOrders())

  /** Discards the quote in main. The seen prices are kept. */
  function release(): void {
    if (openId !== null) mainCommands.orders.discardQuote({ quoteId: openId }).catch(() => undefined)
    openId = null
    isAsking.value = false
    progress.value = null
  }

  /**
   * Requests the prices. `authCodeIds`: by domain name. `confirmed`: prices confirmed earlier, for `changes`.
   * `replaces`: ids of orders on hold that the items replace. Returns null on an error or when a newer quote was
   * requested.
   */
  async function ask(
    items: OrderItem[],
    {
      authCodeIds = {},
      confirmed = [],
      replaces = [],
    }: { authCodeIds?: Record<string, string>; confirmed?: readonly PricedItem[]; replaces?: string[] } = {},
  ): Promise<Quote | null> {
    if (isPaying.value) return null
    release()
    seen = new Map([...seen, ...collectSeenPrices(confirmed)])
    const mine = crypto.randomUUID()
    openId = mine
    asked = { items, authCodeIds, replaces }
    askedAccountIds.value = [...new Set(items.map(({ accountId }) => accountId))]
    error.value = null
    payError.value = null
    isAsking.value = true
    try {
      const answer = await mainCommands.orders.quote({ quoteId: mine, items, authCodeIds, replaces })
      if (mine !== openId) return null
      changes.value = findPriceChanges(answer, seen)
      seen = new Map([...seen, ...collectSeenPrices(answer.rows)])
      quote.value = answer
      return answer
    } catch (thrown) {
      if (mine === openId) {
        error.value = toAppError(thrown)
        // Main has discarded the previous quote.
        quote.value = null
      }
      return null
    } finally {
      if (mine === openId) {
        isAsking.value = false
        progress.value = null
      }
    }
  }

  /** Requests the prices of the same items again. */
  async function again(): Promise<Quote | null> {
    return asked === null ? null : ask(asked.items, { authCodeIds: asked.authCodeIds, replaces: asked.replaces })
  }

  /** Discards the quote. The seen prices are kept. */
  function forgetPrice(): void {
    if (isPaying.value) return
    release()
    quote.value = null
    error.value = null
    payError.value = null
    changes.value = []
  }

  /** Discards the quote and the seen prices. */
  function drop(): void {
    if (isPaying.value) return
    forgetPrice()
    asked = null
    seen = new Map()
  }

  /**
   * Confirms the rows, once. Returns null if main refused, or if a confirmation is already in progress. The promise
   * resolves even after the page was closed, so that the caller learns what was paid.
   */
  async function pay(rowIds: readonly string[], totalYen: number): Promise<ConfirmedPurchase | null> {
    const decided = offer.value
    if (decided === null || isPaying.value) return null
    paying.value = rowIds
    payError.value = null
    try {
      const { runId } = await mainCommands.orders.confirm({
        quoteId: decided.quoteId,
        rowIds: [...rowIds],
        totalYen,
        agreesToTerms: true,
      })
      // Main has discarded the quote. The seen prices are kept in case the service refuses a price as changed.
      openId = null
      quote.value = null
      changes.value = []
      const paid = new Set(rowIds)
      return { runId, items: decided.rows.flatMap(({ id, item }) => (paid.has(id) ? [item] : [])) }
    } catch (thrown) {
      payError.value = toAppError(thrown)
      return null
    } finally {
      paying.value = null
    }
  }

  onScopeDispose(() => {
    if (!isPaying.value) release()
  })
  return {
    quote,
    offer,
    error,
    isAsking,
    askedAccountIds,
    progress,
    changes,
    paying,
    isPaying,
    payError: computed(() => (payError.value && hasCauseEnded(payError.value) ? null : payError.value)),
    ask,
    again,
    drop,
    forgetPrice,
    pay,
  }
}
export type QuoteAndPayment = ReturnType<typeof useQuoteAndPayment>
