import { priorities, type Priority } from '#main/api/types.ts'

export interface QueueItem {
  readonly priority: Priority
  /** Whose turn it takes: works, then keys. */
  readonly roundRobinKey: string
}

export interface PriorityQueue<T extends QueueItem> {
  add(item: T): void
  remove(item: T): void
  /** It got its place: the others of its priority come next. */
  grant(item: T, now: number): void
  /** Puts it where its priority, which has changed, belongs. */
  reprioritize(item: T): void
  /** `isOverdue`: its priority was passed over for so long that it now goes before those above it. */
  first(now: number): { item: T; isOverdue: boolean } | null
  counts(): Record<Priority, number>
  /** Without those of a person. */
  size(): number
}

/** After this long without any place, a priority gets one before those above it, and later even before a person. */
const batchStarvationLimitMs = 20_000
const interactiveStarvationLimitMs = 60_000

interface Lane<T> {
  itemsByRoundRobinKey: Map<string, Set<T>>
  size: number
  /** Since when others got places that nobody of the lane got; null: nobody was passed over. */
  starvedSince: number | null
}

/** The most urgent first; among equals works and keys in turn, in each who came first; nobody waits for ever. */
export function createPriorityQueue<T extends QueueItem>(): PriorityQueue<T> {
  const lanes = new Map<Priority, Lane<T>>(priorities.map((priority) => [priority, { itemsByRoundRobinKey: new Map(), size: 0, starvedSince: null }]))
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

  function firstOf({ itemsByRoundRobinKey: turns }: Lane<T>): T {
    for (const waiting of turns.values()) for (const item of waiting) return item
    throw new Error('an empty lane has no first')
  }

  return {
    add,
    remove,
    grant(item, now) {
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
        if (!top) top = { lane, starvationLimitMs: priority === 'interactive' ? interactiveStarvationLimitMs : batchStarvationLimitMs }
        else if (lane.starvedSince !== null && now - lane.starvedSince >= top.starvationLimitMs) return { item: firstOf(lane), isOverdue: true }
      }
      return top && { item: firstOf(top.lane), isOverdue: false }
    },
    size: () => positions.size - (lanes.get('interactive') as Lane<T>).size,
    counts: () => Object.fromEntries([...lanes].map(([priority, { size }]) => [priority, size])) as Record<Priority, number>,
  }
}
