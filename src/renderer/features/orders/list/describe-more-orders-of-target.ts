/** Numbers of rows that the list of orders of one target shows: at first, and at most (one page of the command). */
export const ordersOfTargetShown = { atFirst: 5, atMost: 500 }

/** Says which orders the list can show beyond `limit` rows; null for none. `total`: all orders of the target. */
export function describeMoreOrdersOfTarget(
  total: number,
  limit: number,
  t: (key: string, values: Record<string, unknown>) => string,
  locale: string,
): string | null {
  const { atMost } = ordersOfTargetShown
  if (total <= limit || limit >= atMost) return null
  if (total <= atMost) return t('orders.ofTarget.all', { n: total.toLocaleString(locale) })
  return t('orders.ofTarget.newest', { n: atMost.toLocaleString(locale), total: total.toLocaleString(locale) })
}
