/** `step` comes after `prerequisite`. A wish is dropped where wishes contradict each other; a rule never is. */
export interface StepOrder {
  step: number
  prerequisite: number
  isRule: boolean
}

/**
 * All steps from 0 to `count`, each after its prerequisites and otherwise the lowest number first. The rules must not
 * contain a cycle. In a cycle with wishes, the lowest step that no rule holds back goes first. The steps below
 * `groupCount` stand for groups of other steps and are never chosen in a cycle; a wish has a group at one end.
 */
export function orderSteps(count: number, groupCount: number, orders: readonly StepOrder[]): number[] {
  if (orders.length === 0) return Array.from({ length: count }, (_, step) => step)
  /** The orders of each prerequisite as linked lists, because maps of lists are slow for thousands of steps. */
  const firstOrder = new Int32Array(count).fill(-1)
  const nextOrder = new Int32Array(orders.length)
  /** Prerequisites that are not done yet, by step. */
  const openRules = new Int32Array(count)
  const openWishes = new Int32Array(count)
  const openOf = ({ isRule }: StepOrder) => (isRule ? openRules : openWishes)
  for (const [index, order] of orders.entries()) {
    ;(openOf(order)[order.step] as number) += 1
    nextOrder[index] = firstOrder[order.prerequisite] as number
    firstOrder[order.prerequisite] = index
  }

  const isDone = new Uint8Array(count)
  const isFree = (step: number) => isDone[step] === 0 && openRules[step] === 0 && openWishes[step] === 0
  const free = createLowestFirstQueue()
  for (let step = 0; step < count; step += 1) if (isFree(step)) free.add(step)
  const findStepOfCycle = createCycleSearch(groupCount, orders, { isDone, openRules })
  const sorted: number[] = []
  while (sorted.length < count) {
    const done = free.take() ?? findStepOfCycle()
    isDone[done] = 1
    sorted.push(done)
    for (let index = firstOrder[done] as number; index !== -1; index = nextOrder[index] as number) {
      const order = orders[index] as StepOrder
      ;(openOf(order)[order.step] as number) -= 1
      if (isFree(order.step)) free.add(order.step)
    }
  }
  return sorted
}

/**
 * Returns a search for the step to take when every step waits for another one. It follows open prerequisites until a
 * step repeats. Rules are followed first, so every cycle that is found contains a wish.
 */
function createCycleSearch(
  groupCount: number,
  orders: readonly StepOrder[],
  { isDone, openRules }: { isDone: Uint8Array; openRules: Int32Array },
): () => number {
  let ordersByStep: Map<number, StepOrder[]> | null = null
  let lowestOpen = 0
  return () => {
    ordersByStep ??= Map.groupBy(orders, ({ step }) => step)
    while (isDone[lowestOpen] === 1) lowestOpen += 1
    const path: number[] = []
    const places = new Map<number, number>()
    let current = lowestOpen
    while (!places.has(current)) {
      places.set(current, path.length)
      path.push(current)
      const open = (ordersByStep.get(current) ?? []).filter(({ prerequisite }) => isDone[prerequisite] === 0)
      current = (open.find(({ isRule }) => isRule) ?? (open[0] as StepOrder)).prerequisite
    }
    const cycle = path.slice(places.get(current))
    return cycle
      .filter((step) => step >= groupCount && openRules[step] === 0)
      .reduce((one, other) => Math.min(one, other))
  }
}

/** A queue that gives the lowest number first (a binary heap). */
function createLowestFirstQueue(): { add(value: number): void; take(): number | undefined } {
  const heap: number[] = []
  const at = (index: number) => heap[index] ?? Infinity
  const swap = (one: number, other: number) => {
    const value = at(one)
    heap[one] = at(other)
    heap[other] = value
  }
  return {
    add(value) {
      let index = heap.push(value) - 1
      for (let parent = (index - 1) >> 1; index > 0 && at(index) < at(parent); parent = (index - 1) >> 1) {
        swap(index, parent)
        index = parent
      }
    },
    take() {
      if (heap.length === 0) return undefined
      swap(0, heap.length - 1)
      const lowest = heap.pop()
      let index = 0
      while (true) {
        const child = at(2 * index + 2) < at(2 * index + 1) ? 2 * index + 2 : 2 * index + 1
        if (at(child) >= at(index)) return lowest
        swap(index, child)
        index = child
      }
    },
  }
}
