import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import type { ShownOrderStatus } from '#shared/ipc/order-intent-schemas.ts'

/** Returns the number of orders that were processed, successfully or not, and for which nothing more is sent. */
export function countProcessedOrders(run: OrderRun): number {
  return listProcessedOrderCounts(run).reduce((sum, { count }) => sum + count, 0)
}

/** Returns the number of orders that were not sent yet, on hold or not. */
export function countUnsentOrders({ byStatus }: OrderRun): number {
  return byStatus.planned + byStatus.held
}

const notDone: readonly OrderStatusInRun[] = [
  'accepted',
  'needs_application',
  'refused',
  'abandoned',
  'not_happened',
  'already_ordered',
]

export interface NotDoneOrderCount {
  status: OrderStatusInRun | 'insufficient_balance'
  count: number
}

/**
 * Returns the counts of an ended run's orders that are not done. Orders that were refused for insufficient balance are
 * a part of their own.
 */
export function listNotDoneOrderCounts(run: OrderRun): NotDoneOrderCount[] {
  const { lackedBalance } = run
  return listOrderCountsByStatus(run)
    .filter(({ status }) => notDone.includes(status))
    .flatMap(({ status, count }): NotDoneOrderCount[] =>
      status === 'refused'
        ? [
            { status: 'insufficient_balance', count: lackedBalance },
            { status, count: count - lackedBalance },
          ]
        : [{ status, count }],
    )
    .filter(({ count }) => count > 0)
}

const orderStatuses = [
  'done',
  'accepted',
  'needs_application',
  'sent',
  'planned',
  'held',
  'needs_you',
  'unsettled',
  'refused',
  'abandoned',
  'not_happened',
  'already_ordered',
] as const satisfies readonly ShownOrderStatus[]

export type OrderStatusInRun = (typeof orderStatuses)[number]

/** Returns the number of orders per status, without zeros. Each order counts once. */
export function listOrderCountsByStatus(run: OrderRun): { status: OrderStatusInRun; count: number }[] {
  return orderStatuses.map((status) => ({ status, count: run.byStatus[status] })).filter(({ count }) => count > 0)
}

const processed = [
  'done',
  'accepted',
  'needs_application',
  'refused',
  'abandoned',
  'not_happened',
  'already_ordered',
] as const satisfies readonly OrderStatusInRun[]

export type ProcessedOrderStatus = (typeof processed)[number]

/** Returns the number of processed orders per status. Their sum is `countProcessedOrders`. */
export function listProcessedOrderCounts(run: OrderRun): { status: ProcessedOrderStatus; count: number }[] {
  return processed.map((status) => ({ status, count: run.byStatus[status] })).filter(({ count }) => count > 0)
}
