import { callPriorities, type CallPriority } from '#main/api/api-client-interface.ts'

export interface PriorityQueueItem {
  readonly priority: CallPriority
  /** Items take turns by this key: the ID of the batch, or else of the API key. */
  readonly roundRobinKey: string
}

export interface PriorityQueue<T extends PriorityQueueItem> {
  add(item: T): void
  remove(item: T): void
  /** The item got its slot. Other round-robin keys of its priority come next. */
  markServed(item: T, now: number): void
  /** Moves the item to the lane of its changed priority. */
  reprioritize(item: T): void
  /** `isOverdue`: the item's priority was passed over for so long that it is served before higher priorities. */
  first(now: number): { item: T; isOverdue: boolean } | null
  countByPriority(): Record<CallPriority, number>
  /** Number of items of all other priorities. */
  countNonInteractive(): number
}

/**
 * A priority without any slot for this long is served once before higher priorities; before interactive calls only
 * after the longer time.
 */
const batchStarvationLimitMs = 20_000
const interactiveStarvationLimitMs = 60_000

interface Lane<T> {
  itemsByRoundRobinKey: Map<string, Set<T>>
  size: number
  /** Monotonic time at which another lane first got a slot while this lane waited. Null if that has not happened. */
  starvedSince: number | null
}

/**
 * Highest priority first. Within a priority, round-robin keys take turns, and each key is first in, first out. No
 * priority waits without end.
 */
export function createPriorityQueue<T extends PriorityQueueItem>(): PriorityQueue<T> {
  const lanes = new Map<CallPriority, Lane<T>>(
    callPriorities.map((priority) => [priority, { itemsByRoundRobinKey: new Map(), size: 0, starvedSince: null }]),
  )
  const positions = new Map<T, { lane: Lane<T>; roundRobinKey: string }>()

  function add(item: T): void {
    const lane = lanes.get(item.priority) as Lane<T>
    if (lane.size === 0) lane.starvedSince = null
    lane.size += 1
    const { roundRobinKey } = item
    const waiting = lane.itemsByRoundRobinKey.get(roundRobinKey)
    if (waiting) waiting.add(item)
    else lane.itemsByRoundRobinKey.set(roundRobinKey, new Set([item]))
    positions.set(item, { lane, roundRobinKey })
  }

  function remove(item: T): boolean {
    const at = positions.get(item)
    if (!at) return false
    positions.delete(item)
    at.lane.size -= 1
    const waiting = at.lane.itemsByRoundRobinKey.get(at.roundRobinKey) as Set<T>
    waiting.delete(item)
    if (waiting.size === 0) at.lane.itemsByRoundRobinKey.delete(at.roundRobinKey)
    return true
  }

  function firstOf({ itemsByRoundRobinKey }: Lane<T>): T {
    for (const waiting of itemsByRoundRobinKey.values()) for (const item of waiting) return item
    throw new Error('an empty lane has no first')
  }

  return {
    add,
    remove,
    markServed(item, now) {
      const at = positions.get(item)
      if (!at || !remove(item)) return
      for (const lane of lanes.values()) if (lane !== at.lane && lane.size > 0) lane.starvedSince ??= now
      at.lane.starvedSince = null
      const rest = at.lane.itemsByRoundRobinKey.get(at.roundRobinKey)
      if (!rest) return
      at.lane.itemsByRoundRobinKey.delete(at.roundRobinKey)
      at.lane.itemsByRoundRobinKey.set(at.roundRobinKey, rest)
    },
    reprioritize(item) {
      if (remove(item)) add(item)
    },
    first(now) {
      let top: { lane: Lane<T>; starvationLimitMs: number } | null = null
      for (const [priority, lane] of lanes) {
        if (lane.size === 0) continue
        if (!top)
          top = {
            lane,
            starvationLimitMs: priority === 'interactive' ? interactiveStarvationLimitMs : batchStarvationLimitMs,
          }
        else if (lane.starvedSince !== null && now - lane.starvedSince >= top.starvationLimitMs)
          return { item: firstOf(lane), isOverdue: true }
      }
      return top && { item: firstOf(top.lane), isOverdue: false }
    },
    countNonInteractive: () => positions.size - (lanes.get('interactive') as Lane<T>).size,
    countByPriority: () =>
      Object.fromEntries([...lanes].map(([priority, { size }]) => [priority, size])) as Record<CallPriority, number>,
  }
}
