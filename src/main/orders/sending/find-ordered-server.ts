import type { OrderIntentEvent } from '#shared/ipc/order-intent-schemas.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'
import type { ObservedOrderTarget } from './settle-or-resend-rules.ts'

/** A server contract in the account's list. */
export interface ObservedServer extends NonNullable<ObservedOrderTarget> {
  serverId: string | null
  servername: string
  planId: string | null
}

/** What the server list shows about one order, and which servers are new since it was sent. */
export interface OrderedServerObservation {
  observed: ObservedServer | null
  /** The observed server has the server ID that was sent, but belongs to another order of this app. */
  belongsToOtherOrder: boolean
  /** Names of new servers, sorted. */
  newServerNames: string[]
}

type IntentWithSteps = Pick<StoredIntent, 'steps'>

const answerEvents: readonly OrderIntentEvent[] = ['answered', 'unclear']
const settlementEvents: readonly OrderIntentEvent[] = [...answerEvents, 'settled_by_reading']
/** Maximum number of orders of one account that are compared. The newest come first. */
const maxOrders = 500

/** Returns the server IDs and names in the facts of the steps whose event is one of `events`. */
export function getServerIdsAndNamesInOrderSteps(
  { steps }: IntentWithSteps,
  events: readonly OrderIntentEvent[],
): string[] {
  const facts = steps
    .filter(({ event }) => events.includes(event))
    .flatMap(({ fact }) => [fact['server_id'], fact['servername']])
  return facts.filter((name) => typeof name === 'string')
}

/**
 * Returns the server IDs and names in the results of the account's newest 500 orders, except this order and the orders
 * that it repeats. A server of another order does not show whether this order happened. A server named in the answer to
 * a repeated order proves that the order happened.
 */
export function getServerIdsAndNamesOfOtherOrders(
  journal: Pick<Journal, 'page'>,
  { id, repeats, item: { accountId } }: Pick<StoredIntent, 'id' | 'repeats' | 'item'>,
): Set<string> {
  const filter = {
    accountIds: [accountId],
    kinds: ['order'] as const,
    statuses: null,
    runId: null,
    text: '',
    target: null,
    from: null,
    until: null,
  }
  const { rows } = journal.page(
    { ...filter, kinds: [...filter.kinds] },
    { sort: 'createdAt', isDescending: true, offset: 0, limit: maxOrders },
  )
  const repeated = new Map(rows.map((row) => [row.id, row.repeats]))
  const own = new Set([id])
  for (let first = repeats; first !== null; first = repeated.get(first) ?? null) own.add(first)
  const others = rows.filter(
    (other) => !own.has(other.id) && other.item.kind === 'order' && other.item.accountId === accountId,
  )
  return new Set(
    others.flatMap((other) => [
      ...getServerIdsAndNamesInOrderSteps(other, settlementEvents),
      ...(other.state === 'done' ? [other.target] : []),
    ]),
  )
}

/**
 * Finds the contract of an order in the account's list, by the server ID that was sent or by the names in the service's
 * answer. The service may have changed the ID. A name from the answer counts only if the server was not listed before
 * the sending.
 */
export function findOrderedServer(
  intent: IntentWithSteps & Pick<StoredIntent, 'target' | 'knownServers'>,
  servers: readonly ObservedServer[],
  namesOfOtherOrders: ReadonlySet<string>,
): OrderedServerObservation {
  const { target, knownServers } = intent
  const isNew = ({ servername }: ObservedServer) => knownServers !== null && !knownServers.includes(servername)
  const answered = getServerIdsAndNamesInOrderSteps(intent, answerEvents)
  const hasName = ({ serverId, servername }: ObservedServer, names: Iterable<string>) =>
    [...names].some((name) => name === serverId || name === servername)
  const free = servers.filter((server) => !hasName(server, namesOfOtherOrders))
  const hasTarget = ({ serverId, servername }: ObservedServer) => (serverId ?? servername) === target
  const own = free.find(hasTarget) ?? free.find((server) => isNew(server) && hasName(server, answered)) ?? null
  const observed = own ?? servers.find(hasTarget) ?? null
  return {
    observed,
    belongsToOtherOrder: observed !== own,
    newServerNames: own
      ? []
      : free
          .filter(isNew)
          .map(({ servername }) => servername)
          .toSorted(),
  }
}
