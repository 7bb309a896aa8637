import { priorities, type Priority } from './types.ts'

export interface Queue<T extends { readonly priority: Priority }> {
  add(item: T): void
  remove(item: T): void
  /** Puts it where its priority, which has changed, belongs. */
  move(item: T): void
  first(): T | undefined
  counts(): Record<Priority, number>
}

/** The most urgent first; among equals, who came first. */
export function createQueue<T extends { readonly priority: Priority }>(): Queue<T> {
  const lanes = new Map(priorities.map((priority) => [priority, new Set<T>()]))
  const laneOf = (priority: Priority) => lanes.get(priority) as Set<T>

  function remove(item: T): boolean {
    return [...lanes.values()].some((lane) => lane.delete(item))
  }
  return {
    add: (item) => laneOf(item.priority).add(item),
    remove,
    move(item) {
      if (remove(item)) laneOf(item.priority).add(item)
    },
    first() {
      for (const lane of lanes.values()) for (const item of lane) return item
      return undefined
    },
    counts: () => Object.fromEntries(priorities.map((priority) => [priority, laneOf(priority).size])) as Record<Priority, number>,
  }
}
