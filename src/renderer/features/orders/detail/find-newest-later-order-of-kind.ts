import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'

type Order = Pick<OrderIntentView, 'id' | 'createdAt' | 'state'> & { item: Pick<OrderIntentView['item'], 'kind'> }

/**
 * The newest order for the same target that was confirmed later and is open or done. If there is one, the earlier order
 * needs no action.
 */
export function findNewestLaterOrderOfKind<Row extends Order>(
  rows: readonly Row[],
  { createdAt, item }: Omit<Order, 'state' | 'id'>,
): Row | null {
  const later = rows.filter(
    (row) =>
      row.item.kind === item.kind && row.createdAt > createdAt && row.state !== 'refused' && row.state !== 'abandoned',
  )
  return later.toSorted((a, b) => b.createdAt - a.createdAt)[0] ?? null
}
