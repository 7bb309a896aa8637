import type { IntentEvent } from '#shared/ipc/order-intents.ts'
import type { Intent } from '#main/orders/intent.ts'
import type { Journal } from '#main/orders/journal/journal.ts'
import type { ObservedTarget } from './settlement-rules.ts'

/** A server contract as the account's list shows it. */
export interface ObservedServer extends NonNullable<ObservedTarget> {
  serverId: string | null
  servername: string
}

/** What a list shows of one order, and which servers in it are new since that order was sent. */
export interface OrderedServerObservation {
  observed: ObservedServer | null
  /** It has the server ID that was sent, and is what another order of ours became. */
  isOfAnother: boolean
  /** Server names, sorted. */
  appeared: string[]
}

type Named = Pick<Intent, 'steps'>

const answerEvents: readonly IntentEvent[] = ['answered', 'unclear']
const settlementEvents: readonly IntentEvent[] = [...answerEvents, 'settled_by_reading']
/** Of one account: more would only be older. */
const maxOrders = 500

/** The names that the service's own answers, or what settled it, gave to what was ordered. */
export function getServerNames({ steps }: Named, events: readonly IntentEvent[]): string[] {
  const facts = steps.filter(({ event }) => events.includes(event)).flatMap(({ fact }) => [fact['server_id'], fact['servername']])
  return facts.filter((name) => typeof name === 'string')
}

/**
 * Names of servers that other orders of the account became: they say nothing of this one. What a repeat repeats is no other order: a server
 * that the first answer named proves that the order happened.
 */
export function getServerNamesOfOtherOrders(journal: Pick<Journal, 'page'>, { id, repeats, item: { accountId } }: Pick<Intent, 'id' | 'repeats' | 'item'>): Set<string> {
  const filter = { accountIds: [accountId], kinds: ['order'] as const, statuses: null, runId: null, text: '', target: null, from: null, until: null }
  const { rows } = journal.page({ ...filter, kinds: [...filter.kinds] }, { sort: 'createdAt', isDescending: true, offset: 0, limit: maxOrders })
  const repeated = new Map(rows.map((row) => [row.id, row.repeats]))
  const own = new Set([id])
  for (let first = repeats; first !== null; first = repeated.get(first) ?? null) own.add(first)
  const others = rows.filter((other) => !own.has(other.id) && other.item.kind === 'order' && other.item.accountId === accountId)
  return new Set(others.flatMap((other) => [...getServerNames(other, settlementEvents), ...(other.state === 'done' ? [other.target] : [])]))
}

/**
 * Finds the contract of an order in the account's list: by the server ID that was sent, or by the names that the service's own answer gave it,
 * as a service may make another ID of the one that it was sent. By the answer's names only where the server was not listed before the sending.
 */
export function findOrderedServer(intent: Named & Pick<Intent, 'target' | 'knownServers'>, servers: readonly ObservedServer[], others: ReadonlySet<string>): OrderedServerObservation {
  const { target, knownServers } = intent
  const isNew = ({ servername }: ObservedServer) => knownServers !== null && !knownServers.includes(servername)
  const answered = getServerNames(intent, answerEvents)
  const hasName = ({ serverId, servername }: ObservedServer, names: Iterable<string>) => [...names].some((name) => name === serverId || name === servername)
  const free = servers.filter((server) => !hasName(server, others))
  const hasTarget = ({ serverId, servername }: ObservedServer) => (serverId ?? servername) === target
  const own = free.find(hasTarget) ?? free.find((server) => isNew(server) && hasName(server, answered)) ?? null
  const observed = own ?? servers.find(hasTarget) ?? null
  return { observed, isOfAnother: observed !== own, appeared: own ? [] : free.filter(isNew).map(({ servername }) => servername).toSorted() }
}
