import { endpointOf } from '#shared/api/endpoints.ts'
import { limitClasses, type RateLimits, type LimitClass } from '#shared/api/limits.ts'
import type { IntentKind } from './intent-kinds.ts'

/** Of more open orders than these, one list of the account serves all renewals. */
const maxOrdersCheckedByDetail = 3

/**
 * Whether only its own domain is read before an order is sent, not the list of the account. Lists tell what is not there, too; a renewal
 * needs no more than its domain. `open`: the open orders of the account, this one among them.
 */
export function isCheckedByDomainDetail(kind: IntentKind, open: number): boolean {
  return kind === 'renew' && open <= maxOrdersCheckedByDetail
}

/** Of the reading and the sending alike. */
export function limitClassForOrder(kind: IntentKind): LimitClass {
  return endpointOf(kind === 'order' ? 'server.list' : 'domain.list').limit
}

export type CallQuota = Pick<RateLimits, 'perMinute' | 'perDay'>
export type CallQuotas = Record<LimitClass, CallQuota>

/** `minutes` and `dayShare`: of the limit that allows least. */
export interface QuotaCost {
  calls: number
  minutes: number
  dayShare: number
}

export function calculateQuotaCost(calls: number, { perMinute, perDay }: CallQuota): QuotaCost {
  return { calls, minutes: calls / perMinute, dayShare: calls / perDay }
}

/**
 * What sending orders of one account costs: a call each, and what is read before. A list is read again in every minute of sending, because it
 * is too old for the calls that the limit holds back. `otherOpenOrders`: open orders of the account that are not among these.
 */
export function calculateOrderQuotaCost(
  kinds: readonly IntentKind[],
  otherOpenOrders: number,
  quotas: CallQuotas,
): QuotaCost {
  const costs = limitClasses.map((limitClass) => {
    const own = kinds.filter((kind) => limitClassForOrder(kind) === limitClass)
    const checkedByDetail = own.filter((kind) => isCheckedByDomainDetail(kind, kinds.length + otherOpenOrders)).length
    const sendingsPerMinute = Math.max(1, quotas[limitClass].perMinute - 1)
    const lists = own.length === checkedByDetail ? 0 : Math.ceil((own.length + checkedByDetail) / sendingsPerMinute)
    return calculateQuotaCost(own.length + checkedByDetail + lists, quotas[limitClass])
  })
  const most = (of: (cost: QuotaCost) => number) => Math.max(...costs.map(of))
  return {
    calls: costs.reduce((sum, { calls }) => sum + calls, 0),
    minutes: most(({ minutes }) => minutes),
    dayShare: most(({ dayShare }) => dayShare),
  }
}
