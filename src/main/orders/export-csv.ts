import type { OrderItem } from '#shared/ipc/orders.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import type { Intent } from './intent.ts'
import { toCsv } from './csv.ts'

type Cell = string | number | boolean | null

/** States and events are the words of `intentStates` and `intentEvents`: what may have happened is `unsettled`, and nothing is said to have failed. */
const columns: readonly [heading: string, cell: (intent: Intent) => Cell][] = [
  ['confirmed (Japan time)', ({ createdAt }) => formatJapanTime(createdAt)],
  ['account', ({ accountLabel }) => accountLabel],
  ['kind', ({ item }) => item.kind],
  ['target', ({ target }) => target],
  ['details', ({ item }) => detailsOf(item)],
  ['price (yen)', ({ yen }) => yen],
  ['state', ({ state }) => state],
  ['needs a decision', ({ needsYou }) => needsYou],
  ['held because', ({ hold }) => hold?.reason ?? null],
  ['evidence', ({ steps }) => steps.at(-1)?.event ?? null],
  ['evidence (Japan time)', ({ steps }) => timeOf(steps.at(-1)?.at ?? null)],
  ['facts', ({ steps }) => Object.entries(steps.at(-1)?.fact ?? {}).map(([name, value]) => `${name}: ${value}`).join('; ')],
  ['code of the service', ({ error }) => error?.code ?? null],
  ['message of the service', ({ error }) => error?.serviceMessage ?? null],
  ['confirmed expiry', ({ expiryDate }) => expiryDate],
  ['first sent (Japan time)', ({ sentAt }) => timeOf(sentAt)],
  ['settled (Japan time)', ({ settledAt }) => timeOf(settledAt)],
  ['idempotency key', ({ idempotencyKey }) => idempotencyKey],
  ['repeats', ({ repeats }) => repeats],
  ['id', ({ id }) => id],
]

function timeOf(instant: number | null): string | null {
  return instant === null ? null : formatJapanTime(instant)
}

function detailsOf(item: OrderItem): string {
  switch (item.kind) {
    case 'order':
      return `${item.planId}, ${item.months} months`
    case 'acquire':
    case 'renew':
      return `${item.years} years`
    case 'transfer':
      return ''
  }
}

export async function intentsAsCsv(intents: AsyncIterable<Intent>): Promise<string> {
  const rows: Cell[][] = [columns.map(([heading]) => heading)]
  for await (const intent of intents) rows.push(columns.map(([, cell]) => cell(intent)))
  return toCsv(rows)
}
