import type { ProviderErrorCode } from '#shared/api/provider-errors.ts'
import { serviceIdentityOf } from '#main/api/compare-base-urls.ts'
import { isInsufficientBalanceError } from '#main/orders/is-insufficient-balance-error.ts'
import type { Intent } from '#main/orders/intent.ts'

/** The orders of each run that the service declined, or that are held because of insufficient balance. */
export interface DeclinedOrders {
  /** Records the newest version of an intent. An intent removes every earlier one for the same target, because it is a new decision. */
  note(intent: Intent): void
  /** Returns the orders of a run, without obsolete ones. */
  of(runId: string): Intent[]
  /** Ids of the runs with such an order. */
  runIds(): string[]
  /** The stored lists changed. Returns whether the set of obsolete orders changed. */
  onListsChanged(): boolean
}

/** Whether the order was refused for insufficient balance, or is held after such a refusal. */
export function isBlockedByBalance({ state, hold, error }: Pick<Intent, 'state' | 'hold' | 'error'>): boolean {
  return state === 'planned' ? hold?.reason === 'no_money' : state === 'refused' && isInsufficientBalanceError(error)
}

/** Whether the order was refused for another reason than the balance. */
export function isDeclinedOtherwise(intent: Pick<Intent, 'state' | 'hold' | 'error'>): boolean {
  return intent.state === 'refused' && !isBlockedByBalance(intent)
}

/** Besides the balance: the price changed after it was checked, or the key was refused. Another key, or the same after a change, may be accepted. */
const requotableCodes: readonly ProviderErrorCode[] = ['PRICE_MISMATCH', 'UNAUTHORIZED']

function isRequotable({ state, error }: Pick<Intent, 'state' | 'error'>): boolean {
  return state === 'refused' && requotableCodes.some((code) => code === error?.code)
}

/**
 * Whether the order may be priced again. A transfer may not, because its auth code is wiped or encrypted. The repeat of a server order may
 * not, because the repeated order may have created a server under another ID, which pricing does not show. A new domain is in the list
 * that is read for pricing.
 */
export function mayRequote(intent: Pick<Intent, 'item' | 'repeats' | 'state' | 'hold' | 'error'>): boolean {
  const { item, repeats } = intent
  return (
    (isBlockedByBalance(intent) || isRequotable(intent)) &&
    item.kind !== 'transfer' &&
    (item.kind !== 'order' || repeats === null)
  )
}

/** `isObsolete`: whether the stored lists show that nothing is left to do for the order. */
export function createDeclinedOrders(isObsolete: (intent: Intent) => boolean): DeclinedOrders {
  const newest = new Map<string, Pick<Intent, 'id' | 'runId' | 'createdAt'>>()
  const byRun = new Map<string, Map<string, { intent: Intent; isObsolete: boolean }>>()

  const of = (runId: string) =>
    [...(byRun.get(runId)?.values() ?? [])].flatMap((noted) => (noted.isObsolete ? [] : [noted.intent]))

  return {
    note(intent) {
      const { id, runId, createdAt, baseUrl, target } = intent
      const key = `${serviceIdentityOf(baseUrl)} ${target}`
      const known = newest.get(key)
      if (known && known.id !== id) {
        if (known.createdAt > createdAt) return
        byRun.get(known.runId)?.delete(known.id)
      }
      newest.set(key, { id, runId, createdAt })
      const noted = byRun.get(runId) ?? new Map()
      if (isBlockedByBalance(intent) || intent.state === 'refused')
        byRun.set(runId, noted.set(id, { intent, isObsolete: isObsolete(intent) }))
      else noted.delete(id)
    },
    of,
    runIds: () => [...byRun.keys()].filter((runId) => of(runId).length > 0),
    onListsChanged() {
      let isOther = false
      for (const noted of [...byRun.values()].flatMap((run) => [...run.values()])) {
        const before = noted.isObsolete
        noted.isObsolete = isObsolete(noted.intent)
        isOther ||= noted.isObsolete !== before
      }
      return isOther
    },
  }
}
