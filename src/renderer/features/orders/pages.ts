/** The pages of the area, in the order of its navigation; each is the name of a route. */
export const ordersPages = ['orders', 'orders-server', 'orders-elsewhere'] as const
export type OrdersPage = (typeof ordersPages)[number]
