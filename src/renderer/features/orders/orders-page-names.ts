/** The pages of the area, in the order of its navigation; each is the name of a route. */
export const ordersPageNames = [
  'orders',
  'orders-renew',
  'orders-server',
  'orders-acquire',
  'orders-transfer',
  'orders-spending',
  'orders-external-purchases',
] as const
export type OrdersPageName = (typeof ordersPageNames)[number]
