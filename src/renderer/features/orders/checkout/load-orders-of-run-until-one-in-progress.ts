import { getResourceKey } from '#shared/get-resource-key.ts'
import type { CommandOutput } from '#shared/ipc/all-commands-and-events.ts'

type Page = Pick<CommandOutput<'orders.list'>, 'rows' | 'total'>
export type OrderOfRun = Page['rows'][number]

/** Returns true if the order is neither in flight nor queued. */
function hasNothingInProgress({ state, hold }: Pick<OrderOfRun, 'state' | 'hold'>): boolean {
  return state !== 'sent' && (state !== 'planned' || (hold !== null && hold.reason !== 'waiting'))
}

/**
 * Loads the orders of a run, in order. `readPage` returns the rows from an offset on. Reading stops after the first
 * page with an order in progress, because the later pages still change. `hasNothingInProgress`: all orders of the run
 * were read, and none is in progress. `total`: the number of orders of the run.
 */
export async function loadOrdersOfRunUntilOneInProgress(
  readPage: (offset: number) => Promise<Page>,
): Promise<{ orders: OrderOfRun[]; total: number; hasNothingInProgress: boolean }> {
  const orders: OrderOfRun[] = []
  for (;;) {
    const { rows, total } = await readPage(orders.length)
    orders.push(...rows)
    const isSoFar = rows.every(hasNothingInProgress)
    const isWhole = rows.length === 0 || orders.length >= total
    if (isWhole || !isSoFar) return { orders, total, hasNothingInProgress: orders.length > 0 && isWhole && isSoFar }
  }
}

/**
 * Returns the newest order of each target, at the position of the target's first order. A domain of two accounts has an
 * order of each when both are renewed.
 */
export function pickNewestOrderPerTarget(orders: readonly OrderOfRun[]): OrderOfRun[] {
  const newest = new Map<string, OrderOfRun>()
  for (const intent of orders) {
    const key = intent.item.kind === 'renew' ? getResourceKey(intent.item) : intent.target
    const known = newest.get(key)
    if (known === undefined || intent.createdAt >= known.createdAt) newest.set(key, intent)
  }
  return [...newest.values()]
}

/**
 * Returns how many targets have no order in `orders`, which were loaded of the runs. A later run only orders targets of
 * the largest one again.
 */
export function countTargetsNotLoaded(runs: readonly { total: number }[], orders: readonly OrderOfRun[]): number {
  return Math.max(0, ...runs.map(({ total }) => total - orders.length))
}
