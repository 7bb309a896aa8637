import { getServiceIdentity } from '#main/api/compare-services-by-base-url.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { isOrderBlockedByBalance } from './refused-order-predicates.ts'

/** The orders of each run that the service declined, or that are held because of insufficient balance. */
export interface RefusedAndBalanceHeldOrdersByRun {
  /**
   * Records the newest version of an intent. An intent removes every earlier one for the same target, because it is a
   * new decision.
   */
  recordIntent(intent: StoredIntent): void
  /** Returns the orders of a run, without obsolete ones. */
  listByRun(runId: string): StoredIntent[]
  /** Ids of the runs with such an order. */
  listRunIds(): string[]
  /** The stored lists changed. Returns whether the set of obsolete orders changed. */
  recheckObsoleteOrders(): boolean
}

/** `isObsolete`: whether the stored lists show that nothing is left to do for the order. */
export function createRefusedAndBalanceHeldOrdersByRun(
  isObsolete: (intent: StoredIntent) => boolean,
): RefusedAndBalanceHeldOrdersByRun {
  const newest = new Map<string, Pick<StoredIntent, 'id' | 'runId' | 'createdAt'>>()
  const byRun = new Map<string, Map<string, { intent: StoredIntent; isObsolete: boolean }>>()

  const listByRun = (runId: string) =>
    [...(byRun.get(runId)?.values() ?? [])].flatMap((noted) => (noted.isObsolete ? [] : [noted.intent]))

  return {
    recordIntent(intent) {
      const { id, runId, createdAt, baseUrl, target } = intent
      const key = `${getServiceIdentity(baseUrl)} ${target}`
      const known = newest.get(key)
      if (known && known.id !== id) {
        if (known.createdAt > createdAt) return
        byRun.get(known.runId)?.delete(known.id)
      }
      newest.set(key, { id, runId, createdAt })
      const noted = byRun.get(runId) ?? new Map()
      if (isOrderBlockedByBalance(intent) || intent.state === 'refused')
        byRun.set(runId, noted.set(id, { intent, isObsolete: isObsolete(intent) }))
      else noted.delete(id)
    },
    listByRun,
    listRunIds: () => [...byRun.keys()].filter((runId) => listByRun(runId).length > 0),
    recheckObsoleteOrders() {
      let hasChanged = false
      for (const noted of [...byRun.values()].flatMap((run) => [...run.values()])) {
        const before = noted.isObsolete
        noted.isObsolete = isObsolete(noted.intent)
        hasChanged ||= noted.isObsolete !== before
      }
      return hasChanged
    },
  }
}
