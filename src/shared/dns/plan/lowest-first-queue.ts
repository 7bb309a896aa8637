/** A queue that gives the lowest number first (a binary heap). */
export function createLowestFirstQueue(): { add(value: number): void; take(): number | undefined } {
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
