/** Lets a few pieces of work run at once, in the order in which they came. */
export interface Places {
  run<T>(work: () => Promise<T>): Promise<T>
  /** How many wait. */
  waiting(): number
}

export function createPlaces(count: number): Places {
  let free = count
  const queue = new Set<() => void>()
  return {
    async run(work) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => queue.add(resolve))
      try {
        return await work()
      } finally {
        const [next] = queue
        if (next) {
          queue.delete(next)
          next()
        } else free += 1
      }
    },
    waiting: () => queue.size,
  }
}
