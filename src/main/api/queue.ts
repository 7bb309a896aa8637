import { priorities, type Priority } from './types.ts'

export interface Queued {
  readonly priority: Priority
  /** Whose turn it takes: works, then keys. */
  readonly turn: string
}

export interface Queue<T extends Queued> {
  add(item: T): void
  remove(item: T): void
  /** It got its place: the others of its priority come next. */
  grant(item: T, now: number): void
  /** Puts it where its priority, which has changed, belongs. */
  move(item: T): void
  /** `isOverdue`: its priority was passed over for so long that it now goes before those above it. */
  first(now: number): { item: T; isOverdue: boolean } | null
  counts(): Record<Priority, number>
  /** Without those of a person. */
  size(): number
}

/** After this long without any place, a priority gets one before those above it, and later even before a person. */
const passedByWorkMs = 20_000
const passedByPersonMs = 60_000

interface Lane<T> {
  turns: Map<string, Set<T>>
  size: number
  /** Since when others got places that nobody of the lane got; null: nobody was passed over. */
  passedSince: number | null
}

/** The most urgent first; among equals works and keys in turn, in each who came first; nobody waits for ever. */
export function createQueue<T extends Queued>(): Queue<T> {
  const lanes = new Map<Priority, Lane<T>>(priorities.map((priority) => [priority, { turns: new Map(), size: 0, passedSince: null }]))
  const home = new Map<T, { lane: Lane<T>; turn: string }>()

  function add(item: T): void {
    const lane = lanes.get(item.priority) as Lane<T>
    if (lane.size === 0) lane.passedSince = null
    lane.size += 1
    const { turn } = item
    const waiting = lane.turns.get(turn)
    if (waiting) waiting.add(item)
    else lane.turns.set(turn, new Set([item]))
    home.set(item, { lane, turn })
  }

  function remove(item: T): boolean {
    const at = home.get(item)
    if (!at) return false
    home.delete(item)
    at.lane.size -= 1
    const waiting = at.lane.turns.get(at.turn) as Set<T>
    waiting.delete(item)
    if (waiting.size === 0) at.lane.turns.delete(at.turn)
    return true
  }

  function firstOf({ turns }: Lane<T>): T {
    for (const waiting of turns.values()) for (const item of waiting) return item
    throw new Error('an empty lane has no first')
  }

  return {
    add,
    remove,
    grant(item, now) {
      const at = home.get(item)
      if (!at || !remove(item)) return
      for (const lane of lanes.values()) if (lane !== at.lane && lane.size > 0) lane.passedSince ??= now
      at.lane.passedSince = null
      const rest = at.lane.turns.get(at.turn)
      if (!rest) return
      at.lane.turns.delete(at.turn)
      at.lane.turns.set(at.turn, rest)
    },
    move(item) {
      if (remove(item)) add(item)
    },
    first(now) {
      let top: { lane: Lane<T>; patienceMs: number } | null = null
      for (const [priority, lane] of lanes) {
        if (lane.size === 0) continue
        if (!top) top = { lane, patienceMs: priority === 'interactive' ? passedByPersonMs : passedByWorkMs }
        else if (lane.passedSince !== null && now - lane.passedSince >= top.patienceMs) return { item: firstOf(lane), isOverdue: true }
      }
      return top && { item: firstOf(top.lane), isOverdue: false }
    },
    size: () => home.size - (lanes.get('interactive') as Lane<T>).size,
    counts: () => Object.fromEntries([...lanes].map(([priority, { size }]) => [priority, size])) as Record<Priority, number>,
  }
}
