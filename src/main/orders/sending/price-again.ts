import { serviceOf } from '../../api/same-service.ts'
import { isBalanceRefusal } from '../books/balance.ts'
import type { Intent } from '../intent.ts'

/** The orders of each run that were not carried out for want of balance. */
export interface PriceAgain {
  /** A newest version. An intent takes every earlier one for the same target out: that was decided anew. */
  note(intent: Intent): void
  of(runId: string): ReadonlySet<string>
  runIds(): string[]
}

/** Declined for want of balance, or held after such a refusal. */
export function isForBalance({ state, hold, error }: Pick<Intent, 'state' | 'hold' | 'error'>): boolean {
  return state === 'planned' ? hold?.reason === 'no_money' : state === 'refused' && isBalanceRefusal(error)
}

/**
 * Of these, what may be priced again. Not a transfer, whose auth code is wiped or sealed. Not the repeat of a server order: what it repeats
 * may have come meanwhile under another ID, which the prices do not show; a domain that came is in the list that is read with them.
 */
export function mayPriceAgain(intent: Pick<Intent, 'item' | 'repeats' | 'state' | 'hold' | 'error'>): boolean {
  const { item, repeats } = intent
  return isForBalance(intent) && item.kind !== 'transfer' && (item.kind !== 'order' || repeats === null)
}

export function createPriceAgain(): PriceAgain {
  const newest = new Map<string, Pick<Intent, 'id' | 'runId' | 'createdAt'>>()
  const byRun = new Map<string, Set<string>>()

  return {
    note(intent) {
      const { id, runId, createdAt, baseUrl, target } = intent
      const key = `${serviceOf(baseUrl)} ${target}`
      const known = newest.get(key)
      if (known && known.id !== id) {
        if (known.createdAt > createdAt) return
        byRun.get(known.runId)?.delete(known.id)
      }
      newest.set(key, { id, runId, createdAt })
      const ids = byRun.get(runId) ?? new Set()
      if (isForBalance(intent)) byRun.set(runId, ids.add(id))
      else ids.delete(id)
    },
    of: (runId) => byRun.get(runId) ?? new Set(),
    runIds: () => [...byRun].flatMap(([runId, ids]) => (ids.size > 0 ? [runId] : [])),
  }
}
