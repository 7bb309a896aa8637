import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'

type Order = Pick<OrderIntentView, 'id' | 'createdAt' | 'state'> & { item: Pick<OrderIntentView['item'], 'kind'> }

/**
 * Returns the order that supersedes an order; null if there is none. The earlier order then needs no action. It is the
 * newest later order of the same kind that is open or done. If there is no such order, it is the order that the user
 * created to repeat the earlier one. Its state does not matter. `rows`: the orders of the same target.
 */
export function findSupersedingOrder<Row extends Order>(
  rows: readonly Row[],
  { createdAt, item, steps }: Omit<Order, 'state' | 'id'> & Pick<OrderIntentView, 'steps'>,
): Row | null {
  const later = rows.filter(
    (row) =>
      row.item.kind === item.kind && row.createdAt > createdAt && row.state !== 'refused' && row.state !== 'abandoned',
  )
  const repeatId = findIdOfRepeatingOrder({ steps })
  return later.toSorted((a, b) => b.createdAt - a.createdAt)[0] ?? rows.find(({ id }) => id === repeatId) ?? null
}

/** Returns the ID of the order that the user created to repeat this one; null if there is none. */
export function findIdOfRepeatingOrder({ steps }: Pick<OrderIntentView, 'steps'>): string | null {
  const id = steps.findLast(({ event }) => event === 'repeated')?.fact['intentId']
  return typeof id === 'string' ? id : null
}
