/** The pages of the area, in the order of its navigation; each is the name of a route. */
export const ordersPages = [
  'orders',
  'orders-renew',
  'orders-server',
  'orders-acquire',
  'orders-transfer',
  'orders-spending',
  'orders-elsewhere',
] as const
export type OrdersPage = (typeof ordersPages)[number]
