import { onScopeDispose, ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { OrderItem, Quote } from '#shared/ipc/orders.ts'
import { app } from '../../../client.ts'
import { useEvent } from '../../../composables/useEvent.ts'
import { asAppError } from '../../../composables/useRemote.ts'
import { changedPrices, pricesOf, type PriceChange, type SeenPrices } from './quote-rows.ts'

interface Asked {
  items: OrderItem[]
  authTickets: Record<string, string>
}

/**
 * One price question at a time. A newer one, `drop` and the end of the scope let main forget the older. What was seen of a price stays
 * until `drop`: when the same thing is asked for again and costs another sum, `changes` has both.
 */
export function useQuote() {
  const quote = shallowRef<Quote | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isAsking = shallowRef(false)
  const progress = ref<{ done: number; total: number } | null>(null)
  const changes = shallowRef<PriceChange[]>([])
  let asked: Asked | null = null
  let seen: SeenPrices = new Map()
  /** The question whose answer counts; null when none does. */
  let openId: string | null = null

  useEvent('orders.quoting', ({ quoteId, done, total }) => {
    if (isAsking.value && quoteId === openId) progress.value = { done, total }
  })

  /** Main forgets the question; what was seen stays known. */
  function release(): void {
    if (openId !== null) app.orders.dropQuote({ quoteId: openId }).catch(() => undefined)
    openId = null
    isAsking.value = false
    progress.value = null
  }

  async function ask(items: OrderItem[], authTickets: Record<string, string> = {}): Promise<Quote | null> {
    release()
    const mine = crypto.randomUUID()
    openId = mine
    asked = { items, authTickets }
    error.value = null
    isAsking.value = true
    try {
      const answer = await app.orders.quote({ quoteId: mine, items, authTickets })
      if (mine !== openId) return null
      changes.value = changedPrices(answer, seen)
      seen = new Map([...seen, ...pricesOf(answer)])
      quote.value = answer
      return answer
    } catch (thrown) {
      if (mine === openId) error.value = asAppError(thrown)
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
    return asked === null ? null : ask(asked.items, asked.authTickets)
  }

  /** Nothing is to be bought any more. */
  function drop(): void {
    release()
    quote.value = null
    error.value = null
    changes.value = []
    asked = null
    seen = new Map()
  }

  /** The price is no longer to be decided on; what was seen of it stays. */
  function forgetPrice(): void {
    release()
    quote.value = null
    error.value = null
  }

  /** The quote was paid: main has forgotten it. What was seen stays, for the case that a price turns out to be another. */
  function spend(): void {
    openId = null
    quote.value = null
    changes.value = []
  }

  onScopeDispose(release)
  return { quote, error, isAsking, progress, changes, ask, again, drop, forgetPrice, spend }
}
export type QuoteInHand = ReturnType<typeof useQuote>
