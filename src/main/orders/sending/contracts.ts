import type { IntentEvent } from '#shared/ipc/orders.ts'
import type { Intent } from '../intent.ts'
import type { Journal } from '../journal/journal.ts'
import type { Sight } from './evidence.ts'

/** A server contract as the account's list shows it. */
export interface Contract extends NonNullable<Sight> {
  serverId: string | null
  servername: string
}

/** What a list shows of one order, and which servers in it are new since that order was sent. */
export interface OrderSight {
  sight: Contract | null
  /** It has the server ID that was sent, and is what another order of ours became. */
  isOfAnother: boolean
  /** Server names, sorted. */
  appeared: string[]
}

type Named = Pick<Intent, 'steps'>

const answers: readonly IntentEvent[] = ['answered', 'unclear']
const settlements: readonly IntentEvent[] = [...answers, 'settled_by_reading']
/** Of one account: more would only be older. */
const mostOrders = 500

/** The names that the service's own answers, or what settled it, gave to what was ordered. */
export function namesIn({ steps }: Named, events: readonly IntentEvent[]): string[] {
  const facts = steps.filter(({ event }) => events.includes(event)).flatMap(({ fact }) => [fact['server_id'], fact['servername']])
  return facts.filter((name) => typeof name === 'string')
}

/**
 * Names of servers that other orders of the account became: they say nothing of this one. What a repeat repeats is no other order: a server
 * that the first answer named proves that the order happened.
 */
export function namesOfOthers(journal: Pick<Journal, 'page'>, { id, repeats, item: { accountId } }: Pick<Intent, 'id' | 'repeats' | 'item'>): Set<string> {
  const filter = { accountIds: [accountId], kinds: ['order'] as const, statuses: null, runId: null, text: '', target: null, from: null, until: null }
  const { rows } = journal.page({ ...filter, kinds: [...filter.kinds] }, { sort: 'createdAt', isDescending: true, offset: 0, limit: mostOrders })
  const repeated = new Map(rows.map((row) => [row.id, row.repeats]))
  const own = new Set([id])
  for (let first = repeats; first !== null; first = repeated.get(first) ?? null) own.add(first)
  const others = rows.filter((other) => !own.has(other.id) && other.item.kind === 'order' && other.item.accountId === accountId)
  return new Set(others.flatMap((other) => [...namesIn(other, settlements), ...(other.state === 'done' ? [other.target] : [])]))
}

/**
 * Finds the contract of an order in the account's list: by the server ID that was sent, or by the names that the service's own answer gave it,
 * as a service may make another ID of the one that it was sent. By the answer's names only where the server was not listed before the sending.
 */
export function findContract(intent: Named & Pick<Intent, 'target' | 'knownServers'>, contracts: readonly Contract[], others: ReadonlySet<string>): OrderSight {
  const { target, knownServers } = intent
  const isNew = ({ servername }: Contract) => knownServers !== null && !knownServers.includes(servername)
  const answered = namesIn(intent, answers)
  const hasName = ({ serverId, servername }: Contract, names: Iterable<string>) => [...names].some((name) => name === serverId || name === servername)
  const free = contracts.filter((contract) => !hasName(contract, others))
  const hasTarget = ({ serverId, servername }: Contract) => (serverId ?? servername) === target
  const own = free.find(hasTarget) ?? free.find((contract) => isNew(contract) && hasName(contract, answered)) ?? null
  const sight = own ?? contracts.find(hasTarget) ?? null
  return { sight, isOfAnother: sight !== own, appeared: own ? [] : free.filter(isNew).map(({ servername }) => servername).toSorted() }
}
