import type { CommandOutput } from '#shared/ipc/contract.ts'

type Page = Pick<CommandOutput<'orders.list'>, 'rows' | 'total'>
export type PlacedOrder = Page['rows'][number]

/** Whether the order is neither in flight nor queued. */
function hasNothingInProgress({ state, hold }: Pick<PlacedOrder, 'state' | 'hold'>): boolean {
  return state !== 'sent' && (state !== 'planned' || (hold !== null && hold.reason !== 'waiting'))
}

/**
 * The orders of a run, in order. `readPage` returns the rows from an offset on. Reading stops after the first page with
 * an order in progress, because the later pages still change. `hasNothingInProgress`: all orders of the run were read,
 * and none is in progress.
 */
export async function loadOrdersOfRun(
  readPage: (offset: number) => Promise<Page>,
): Promise<{ intents: PlacedOrder[]; hasNothingInProgress: boolean }> {
  const intents: PlacedOrder[] = []
  for (;;) {
    const { rows, total } = await readPage(intents.length)
    intents.push(...rows)
    const isSoFar = rows.every(hasNothingInProgress)
    const isWhole = rows.length === 0 || intents.length >= total
    if (isWhole || !isSoFar) return { intents, hasNothingInProgress: intents.length > 0 && isWhole && isSoFar }
  }
}

/** The last order of each target, at the position of the target's first order. */
export function pickLatestOrderPerTarget(intents: readonly PlacedOrder[]): PlacedOrder[] {
  return [...new Map(intents.map((intent) => [intent.target, intent])).values()]
}
