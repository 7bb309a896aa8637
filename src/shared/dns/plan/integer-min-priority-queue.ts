/**
 * A queue of whole numbers that returns the lowest number first. Every number is at least 0 and less than `size`. Most
 * numbers are higher than the numbers already taken: they are only marked, and one pass finds them. A binary heap holds
 * the lower numbers.
 */
export function createIntegerMinPriorityQueue(size: number): { add(value: number): void; take(): number | undefined } {
  const isMarked = new Uint8Array(size)
  /** A lower bound of the marked numbers. All numbers in the heap are below it. */
  let firstMark = 0
  const heap: number[] = []
  const at = (index: number) => heap[index] ?? Infinity
  const swap = (one: number, other: number) => {
    const value = at(one)
    heap[one] = at(other)
    heap[other] = value
  }

  function takeFromHeap(): number | undefined {
    swap(0, heap.length - 1)
    const lowest = heap.pop()
    let index = 0
    while (true) {
      const child = at(2 * index + 2) < at(2 * index + 1) ? 2 * index + 2 : 2 * index + 1
      if (at(child) >= at(index)) return lowest
      swap(index, child)
      index = child
    }
  }

  return {
    add(value) {
      if (value >= firstMark) {
        isMarked[value] = 1
        return
      }
      let index = heap.push(value) - 1
      for (let parent = (index - 1) >> 1; index > 0 && at(index) < at(parent); parent = (index - 1) >> 1) {
        swap(index, parent)
        index = parent
      }
    },
    take() {
      if (heap.length > 0) return takeFromHeap()
      while (firstMark < size && isMarked[firstMark] === 0) firstMark += 1
      if (firstMark === size) return undefined
      firstMark += 1
      return firstMark - 1
    },
  }
}
