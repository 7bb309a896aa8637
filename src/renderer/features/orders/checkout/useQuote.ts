import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { Quote } from '#shared/ipc/quotes.ts'
import { app } from '#renderer/ipc-client.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import { findPriceChanges, seenPricesOf, type PriceChange, type PricedItem, type SeenPrices } from './quote-rows.ts'

interface QuoteRequest {
  items: OrderItem[]
  authCodeIds: Record<string, string>
  replaces: string[]
}

/** What was confirmed, under the run that sends it. */
export interface ConfirmedPurchase {
  runId: string
  items: OrderItem[]
}

/**
 * One price question at a time, and the decision on its answer. A newer question, `drop` and the end of the scope let main forget the
 * older. What was seen of a price stays until `drop`: when the same thing is asked for again and costs another sum, `changes` has both.
 * While a decision is on its way, its price is neither dropped nor asked anew: all that would do so does nothing.
 */
export function useQuote() {
  const quote = shallowRef<Quote | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isAsking = shallowRef(false)
  const progress = ref<{ done: number; total: number } | null>(null)
  const changes = shallowRef<PriceChange[]>([])
  /** The price that can be decided on: none while it is asked anew. */
  const offer = computed(() => (isAsking.value ? null : quote.value))
  /** The rows of a decision that is on its way; null when none is. */
  const paying = shallowRef<readonly string[] | null>(null)
  const isPaying = computed(() => paying.value !== null)
  const payError = shallowRef<AppError | null>(null)
  let asked: QuoteRequest | null = null
  let seen: SeenPrices = new Map()
  /** The question whose answer counts; null when none does. */
  let openId: string | null = null

  useIpcEvent('orders.quoteProgress', ({ quoteId, done, total }) => {
    if (isAsking.value && quoteId === openId) progress.value = { done, total }
  })

  /** Main forgets the question; what was seen stays known. */
  function release(): void {
    if (openId !== null) app.orders.discardQuote({ quoteId: openId }).catch(() => undefined)
    openId = null
    isAsking.value = false
    progress.value = null
  }

  /** `authCodeIds`: by name. `confirmed`: prices that were confirmed before, to be shown beside others. `replaces`: ids of orders on hold that give way to the items. */
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
    seen = new Map([...seen, ...seenPricesOf(confirmed)])
    const mine = crypto.randomUUID()
    openId = mine
    asked = { items, authCodeIds, replaces }
    error.value = null
    payError.value = null
    isAsking.value = true
    try {
      const answer = await app.orders.quote({ quoteId: mine, items, authCodeIds, replaces })
      if (mine !== openId) return null
      changes.value = findPriceChanges(answer, seen)
      seen = new Map([...seen, ...seenPricesOf(answer.rows)])
      quote.value = answer
      return answer
    } catch (thrown) {
      if (mine === openId) {
        error.value = toAppError(thrown)
        // Main has forgotten the price before.
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

  /** Asks the same once more, against what was seen. */
  async function again(): Promise<Quote | null> {
    return asked === null ? null : ask(asked.items, { authCodeIds: asked.authCodeIds, replaces: asked.replaces })
  }

  /** The price is no longer to be decided on; what was seen of it stays. */
  function forgetPrice(): void {
    if (isPaying.value) return
    release()
    quote.value = null
    error.value = null
    payError.value = null
    changes.value = []
  }

  /** Nothing is to be bought any more. */
  function drop(): void {
    if (isPaying.value) return
    forgetPrice()
    asked = null
    seen = new Map()
  }

  /**
   * The person's decision, sent once: null when it was not taken, or another is on its way. Who awaits it outlives what showed the button,
   * so that what was paid is known whatever became of the page.
   */
  async function pay(rowIds: readonly string[], totalYen: number): Promise<ConfirmedPurchase | null> {
    const decided = offer.value
    if (decided === null || isPaying.value) return null
    paying.value = rowIds
    payError.value = null
    try {
      const { runId } = await app.orders.confirm({
        quoteId: decided.quoteId,
        rowIds: [...rowIds],
        totalYen,
        agreesToTerms: true,
      })
      // Main has forgotten it. What was seen stays, for the case that a price turns out to be another.
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
    progress,
    changes,
    paying,
    isPaying,
    payError,
    ask,
    again,
    drop,
    forgetPrice,
    pay,
  }
}
export type QuoteSession = ReturnType<typeof useQuote>
