/** Lets everything that waits go first: input, answers, other work. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/**
 * Hands `items` to `work` in slices of at most `size`, with a breath between: each slice is one block of the main process, so
 * it is to take less than a frame.
 */
export async function inSlices<T>(items: readonly T[], size: number, work: (slice: readonly T[]) => void): Promise<void> {
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await breathe()
    work(items.slice(from, from + size))
  }
}
