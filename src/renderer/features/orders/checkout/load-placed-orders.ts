import type { CommandOutput } from '#shared/ipc/contract.ts'

type Page = Pick<CommandOutput<'orders.list'>, 'rows' | 'total'>
export type PlacedOrder = Page['rows'][number]

/** Nothing more is on its way or waits for its turn. */
function hasNothingInProgress({ state, hold }: Pick<PlacedOrder, 'state' | 'hold'>): boolean {
  return state !== 'sent' && (state !== 'planned' || (hold !== null && hold.reason !== 'waiting'))
}

/**
 * What was confirmed at once, in its order, `readPage` by `readPage` of the rows from an offset on. A long run is read no further than to
 * the first page that still changes: the rest is wanted once it has come to its end. `hasNothingInProgress`: all of it has.
 */
export async function loadPlacedOrders(
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

/** Of each target what was decided last, in the place of the first decision about it. */
export function latestOrderPerTarget(intents: readonly PlacedOrder[]): PlacedOrder[] {
  return [...new Map(intents.map((intent) => [intent.target, intent])).values()]
}
