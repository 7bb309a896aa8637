/** The routes of the pages of the area, in the order of its navigation. */
export const ordersRouteNames = [
  'orders',
  'orders-renew',
  'orders-server',
  'orders-acquire',
  'orders-transfer',
  'orders-spending',
  'orders-external-purchases',
] as const
export type OrdersRouteName = (typeof ordersRouteNames)[number]
