import type { RouteLocationRaw } from 'vue-router'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'

/** Returns the route that shows the domain or server of an order; null while the target is not known to exist. */
export function findOrderTargetRoute({
  item,
  target,
  state,
  steps,
}: Pick<OrderIntentView, 'item' | 'target' | 'state' | 'steps'>): RouteLocationRaw | null {
  const { accountId } = item
  if (item.kind === 'renew') return { name: 'domain', params: { accountId, name: target } }
  if (state !== 'done') return null
  if (item.kind !== 'order') return { name: 'domain', params: { accountId, name: target } }
  const name = steps.map(({ fact }) => fact['servername']).findLast((value) => typeof value === 'string')
  return name === undefined ? null : { name: 'server', params: { accountId, name: String(name) } }
}
