/** Resolves after the event loop has handled pending work, such as input and responses. */
export type YieldToEventLoop = () => Promise<void>

export const yieldToEventLoop: YieldToEventLoop = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Passes `items` to `work` in chunks of at most `size`, and yields to the event loop between them. Each chunk blocks
 * the main process, so it should take less than a frame.
 */
export async function forEachChunk<T>(
  items: readonly T[],
  size: number,
  work: (chunk: readonly T[]) => void,
): Promise<void> {
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await yieldToEventLoop()
    work(items.slice(from, from + size))
  }
}

/** Splits items into chunks of at most `size`. The caller must yield to the event loop between chunks. */
export function* splitIntoChunks<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/** Runs work that yields between its chunks, and yields to the event loop there. */
export async function runYieldingToEventLoop<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await yieldToEventLoop()
  }
}

const sortedAtOnce = 1000
const mergedAtOnce = 1000

/**
 * Returns a sorted copy. Works in chunks and yields between them, because sorting a long list at once blocks for longer
 * than a frame.
 */
export async function sortInChunks<T>(items: readonly T[], compare: (one: T, other: T) => number): Promise<T[]> {
  let runs: T[][] = []
  for (let from = 0; from < items.length; from += sortedAtOnce) {
    runs.push(items.slice(from, from + sortedAtOnce).sort(compare))
    await yieldToEventLoop()
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let index = 0; index < runs.length; index += 2)
      merged.push(await merge(runs[index] ?? [], runs[index + 1] ?? [], compare))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<T>(left: readonly T[], right: readonly T[], compare: (one: T, other: T) => number): Promise<T[]> {
  const merged: T[] = []
  let [l, r] = [0, 0]
  while (l < left.length || r < right.length) {
    const takesLeft = r === right.length || (l < left.length && compare(left[l] as T, right[r] as T) <= 0)
    merged.push((takesLeft ? left[l++] : right[r++]) as T)
    if (merged.length % mergedAtOnce === 0) await yieldToEventLoop()
  }
  return merged
}
