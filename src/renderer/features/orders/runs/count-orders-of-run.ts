import type { OrderRun } from '#shared/ipc/order-runs.ts'
import type { ShownOrderStatus } from '#shared/ipc/order-intent-schemas.ts'

/** Number of orders that were processed, successfully or not, and for which nothing more is sent. */
export function countProcessedOrders(run: OrderRun): number {
  return listProcessedOrderCounts(run).reduce((sum, { count }) => sum + count, 0)
}

/** Number of orders that were not sent yet, on hold or not. */
export function countUnsentOrders({ byStatus }: OrderRun): number {
  return byStatus.planned + byStatus.held
}

const unfinished: readonly RunOrderStatus[] = [
  'accepted',
  'needs_application',
  'refused',
  'abandoned',
  'not_happened',
  'already_ordered',
]

/** The counts of an ended run's orders that are not done. */
export function listUnfinishedOrderCounts(run: OrderRun): { part: RunOrderStatus; count: number }[] {
  return listOrderCountsByStatus(run).filter(({ part }) => unfinished.includes(part))
}

const parts = [
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

export type RunOrderStatus = (typeof parts)[number]

/** The number of orders per status, without zeros. Each order counts once. */
export function listOrderCountsByStatus(run: OrderRun): { part: RunOrderStatus; count: number }[] {
  return parts.map((part) => ({ part, count: run.byStatus[part] })).filter(({ count }) => count > 0)
}

const processed = [
  'done',
  'accepted',
  'needs_application',
  'refused',
  'abandoned',
  'not_happened',
  'already_ordered',
] as const satisfies readonly RunOrderStatus[]

export type ProcessedOrderStatus = (typeof processed)[number]

/** The number of processed orders per status. Their sum is `countProcessedOrders`. */
export function listProcessedOrderCounts(run: OrderRun): { part: ProcessedOrderStatus; count: number }[] {
  return processed.map((part) => ({ part, count: run.byStatus[part] })).filter(({ count }) => count > 0)
}
