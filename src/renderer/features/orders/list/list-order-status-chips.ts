import type { CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import type { OrderIntentFilter, ShownOrderStatus } from '#shared/ipc/order-intent-schemas.ts'

/** The filter chips and their statuses. Each order counts under one chip; orders on hold count as not sent. */
const statusesByChip = {
  needs_you: ['needs_you'],
  unsettled: ['unsettled'],
  planned: ['planned', 'held'],
  sent: ['sent'],
  accepted: ['accepted'],
  needs_application: ['needs_application'],
  done: ['done'],
  refused: ['refused'],
  abandoned: ['abandoned'],
  not_happened: ['not_happened'],
  already_ordered: ['already_ordered'],
} as const satisfies Partial<Record<ShownOrderStatus, readonly ShownOrderStatus[]>>
export type OrderStatusChip = keyof typeof statusesByChip
const chips = Object.keys(statusesByChip) as OrderStatusChip[]

/**
 * Returns whether the chip of the orders that wait for the user, whatever their status, is shown. It would replace
 * another choice of what orders wait for, so beside that choice its number would not be a part of the shown orders.
 * `waiting`: the number of these orders.
 */
export function isWaitsForUserChipShown(waiting: number, chosen: OrderIntentFilter['waitsFor']): boolean {
  return chosen === 'user' || (chosen === null && waiting > 0)
}

/** Returns the chips whose statuses are all chosen. */
export function findChosenChips(chosen: readonly ShownOrderStatus[]): OrderStatusChip[] {
  return chips.filter((chip) => statusesByChip[chip].every((status) => chosen.includes(status)))
}

export function listStatusesOfChips(names: readonly string[]): ShownOrderStatus[] {
  return chips.filter((chip) => names.includes(chip)).flatMap((chip) => statusesByChip[chip])
}

/**
 * Returns the chips to show, each with its count. Of the chips without an order, only the chosen ones and the one for
 * orders that need the user are shown. `byStatus`: null until it is loaded.
 */
export function listOrderStatusChips(
  byStatus: CommandOutput<'orders.counts'>['byStatus'] | null,
  chosen: readonly ShownOrderStatus[],
): { value: OrderStatusChip; count: number | null }[] {
  const isChosen = new Set(findChosenChips(chosen))
  const countOf = (chip: OrderStatusChip) =>
    byStatus?.reduce(
      (sum, { status, count }) => sum + (statusesByChip[chip].some((one) => one === status) ? count : 0),
      0,
    ) ?? null
  return chips
    .map((value) => ({ value, count: countOf(value) }))
    .filter(({ value, count }) => (count ?? 0) > 0 || value === 'needs_you' || isChosen.has(value))
}
