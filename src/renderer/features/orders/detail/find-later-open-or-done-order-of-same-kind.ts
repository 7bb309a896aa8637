import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'

type Order = Pick<OrderIntentView, 'id' | 'createdAt' | 'state'> & { item: Pick<OrderIntentView['item'], 'kind'> }

/**
 * Returns the newest later order of the same kind that is open or done; null if there is none. If there is one, the earlier
 * order needs no action. `rows`: the orders of the same target.
 */
export function findLaterOpenOrDoneOrderOfSameKind<Row extends Order>(
  rows: readonly Row[],
  { createdAt, item }: Omit<Order, 'state' | 'id'>,
): Row | null {
  const later = rows.filter(
    (row) =>
      row.item.kind === item.kind && row.createdAt > createdAt && row.state !== 'refused' && row.state !== 'abandoned',
  )
  return later.toSorted((a, b) => b.createdAt - a.createdAt)[0] ?? null
}
