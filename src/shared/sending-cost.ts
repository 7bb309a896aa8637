import { endpointOf } from './api/catalog.ts'
import { limitClasses, type Limit, type LimitClass } from './api/limits.ts'
import type { IntentKind } from './ipc/orders.ts'

/** Of more open orders than these, one list of the account serves all renewals. */
const mostReadAlone = 3

/**
 * Whether only its own domain is read before an order is sent, not the list of the account. Lists tell what is not there, too; a renewal
 * needs no more than its domain. `open`: the open orders of the account, this one among them.
 */
export function isReadAlone(kind: IntentKind, open: number): boolean {
  return kind === 'renew' && open <= mostReadAlone
}

/** Of the reading and the sending alike. */
export function limitClassOf(kind: IntentKind): LimitClass {
  return endpointOf(kind === 'order' ? 'server.list' : 'domain.list').limit
}

export type Budget = Pick<Limit, 'perMinute' | 'perDay'>
export type Budgets = Record<LimitClass, Budget>

/** `minutes` and `dayShare`: of the limit that allows least. */
export interface Cost {
  calls: number
  minutes: number
  dayShare: number
}

export function costOf(calls: number, { perMinute, perDay }: Budget): Cost {
  return { calls, minutes: calls / perMinute, dayShare: calls / perDay }
}

/**
 * What sending orders of one account costs: a call each, and what is read before. A list is read again in every minute of sending, because it
 * is too old for the calls that the limit holds back. `openBeside`: open orders of the account that are not among these.
 */
export function costOfSending(kinds: readonly IntentKind[], openBeside: number, budgets: Budgets): Cost {
  const costs = limitClasses.map((limitClass) => {
    const own = kinds.filter((kind) => limitClassOf(kind) === limitClass)
    const alone = own.filter((kind) => isReadAlone(kind, kinds.length + openBeside)).length
    const sendingsAMinute = Math.max(1, budgets[limitClass].perMinute - 1)
    const lists = own.length === alone ? 0 : Math.ceil((own.length + alone) / sendingsAMinute)
    return costOf(own.length + alone + lists, budgets[limitClass])
  })
  const most = (of: (cost: Cost) => number) => Math.max(...costs.map(of))
  return { calls: costs.reduce((sum, { calls }) => sum + calls, 0), minutes: most(({ minutes }) => minutes), dayShare: most(({ dayShare }) => dayShare) }
}
