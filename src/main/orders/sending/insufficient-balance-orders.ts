import type { ProviderErrorCode } from '#shared/api/provider-errors.ts'
import { serviceIdentityOf } from '#main/api/compare-base-urls.ts'
import { isBalanceRefusal } from '#main/orders/reports/balance-hints.ts'
import type { Intent } from '#main/orders/intent.ts'

/** The orders of each run that were not carried out for want of balance, or because the price had changed. */
export interface InsufficientBalanceOrders {
  /** A newest version. An intent takes every earlier one for the same target out: that was decided anew. */
  note(intent: Intent): void
  /** Without those that were overtaken. */
  of(runId: string): Intent[]
  /** The runs with something that lacks balance. */
  runIds(): string[]
  /** The stored lists changed. Returns whether other intents are overtaken now. */
  onListsChanged(): boolean
}

/** Declined for want of balance, or held after such a refusal. */
export function isBlockedByBalance({ state, hold, error }: Pick<Intent, 'state' | 'hold' | 'error'>): boolean {
  return state === 'planned' ? hold?.reason === 'no_money' : state === 'refused' && isBalanceRefusal(error)
}

const changedPrice: ProviderErrorCode = 'PRICE_MISMATCH'

function isForPrice({ state, error }: Pick<Intent, 'state' | 'error'>): boolean {
  return state === 'refused' && error?.code === changedPrice
}

/**
 * What may be priced again. Not a transfer, whose auth code is wiped or sealed. Not the repeat of a server order: what it repeats
 * may have come meanwhile under another ID, which the prices do not show; a domain that came is in the list that is read with them.
 */
export function mayRequote(intent: Pick<Intent, 'item' | 'repeats' | 'state' | 'hold' | 'error'>): boolean {
  const { item, repeats } = intent
  return (isBlockedByBalance(intent) || isForPrice(intent)) && item.kind !== 'transfer' && (item.kind !== 'order' || repeats === null)
}

/** `isOvertaken`: the stored lists show that nothing is left to do for it. */
export function createInsufficientBalanceOrders(isOvertaken: (intent: Intent) => boolean): InsufficientBalanceOrders {
  const newest = new Map<string, Pick<Intent, 'id' | 'runId' | 'createdAt'>>()
  const byRun = new Map<string, Map<string, { intent: Intent; isOvertaken: boolean }>>()

  const of = (runId: string) => [...(byRun.get(runId)?.values() ?? [])].flatMap((noted) => (noted.isOvertaken ? [] : [noted.intent]))

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
      if (isBlockedByBalance(intent) || isForPrice(intent)) byRun.set(runId, noted.set(id, { intent, isOvertaken: isOvertaken(intent) }))
      else noted.delete(id)
    },
    of,
    runIds: () => [...byRun.keys()].filter((runId) => of(runId).some(isBlockedByBalance)),
    onListsChanged() {
      let isOther = false
      for (const noted of [...byRun.values()].flatMap((run) => [...run.values()])) {
        const before = noted.isOvertaken
        noted.isOvertaken = isOvertaken(noted.intent)
        isOther ||= noted.isOvertaken !== before
      }
      return isOther
    },
  }
}
