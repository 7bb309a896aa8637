import type { LimitClass } from '#shared/api/limits.ts'
import type { Gauge } from '#shared/ipc/accounts.ts'
import type { Clock } from '../clock.ts'
import type { BooksStore } from './books-store.ts'
import { createBooks } from './books.ts'
import { createBudget, type Budget } from './budget.ts'
import { throwIfCancelled } from './cancelled.ts'
import type { Layer, Outcome } from './pipeline.ts'
import { waitForPlace } from './wait-for-place.ts'

export interface Schedule {
  layer: Layer
  gauges(): Gauge[]
  /** Two accounts turned out to be one: what was spent by both is counted together. */
  merge(quota: string, fromQuota: string): void
  /** Calls that were counted elsewhere were this account's: from now on it counts them, too. */
  adopt(quota: string, fromQuota: string): void
  close(): void
}

interface Deps {
  clock: Clock
  store: BooksStore
  onChange?: () => void
}

/** Lets calls leave under the limits of their account and class, the most urgent first. */
export function createSchedule({ clock, store, onChange = () => undefined }: Deps): Schedule {
  const budgets = new Map<string, Budget>()
  for (const { quota, limitClass } of store.known()) budgetOf(quota, limitClass)

  function budgetOf(quota: string, limitClass: LimitClass): Budget {
    const id = `${limitClass} ${quota}`
    const known = budgets.get(id)
    if (known) return known
    const { ages, learnt } = store.load(quota, limitClass)
    const now = clock.monotonic()
    const books = createBooks(limitClass, ages.map((age) => now - age), learnt)
    const budget = createBudget({ clock, quota, limitClass, books, onChange })
    budgets.set(id, budget)
    return budget
  }

  const layer: Layer = async (call, next) => {
    throwIfCancelled(call.signal)
    const budget = budgetOf(call.quota, call.endpoint.limit)
    const slot = await waitForPlace(budget, call, clock)
    const row = store.depart(budget.quota, budget.limitClass)
    let isSent = true
    try {
      const outcome = await next(call)
      isSent = mayHaveArrived(outcome)
      if (isSent && budget.ended(slot, outcome.reply)) {
        store.learn(budget.quota, budget.limitClass, budget.books.learnt())
      }
      return outcome
    } catch (thrown) {
      isSent = false
      throw thrown
    } finally {
      if (isSent) store.ended(row)
      else {
        budget.books.forget(slot)
        store.forget(row)
      }
      budget.wake()
    }
  }

  return {
    layer,
    gauges: () => [...budgets.values()].map((budget) => budget.gauge()),
    merge(quota, fromQuota) {
      for (const from of budgets.values()) {
        if (from.quota !== fromQuota) continue
        const into = budgetOf(quota, from.limitClass)
        if (into.books !== from.books) from.joinTo(into)
      }
    },
    adopt(quota, fromQuota) {
      for (const from of [...budgets.values()]) if (from.quota === fromQuota) budgetOf(quota, from.limitClass).countToo(from)
      store.copy(quota, fromQuota)
    },
    close() {
      for (const budget of budgets.values()) budget.close()
      store.close()
    },
  }
}

function mayHaveArrived({ reply, error }: Outcome): boolean {
  return reply !== null || !(error?.kind === 'no_network' || error?.kind === 'tls')
}
