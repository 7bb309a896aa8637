/** Pauses after each chunk of the work, so that the window stays responsive. Returns null if `isStale` became true. */
export async function runWithPausesUnlessStale<Result>(
  work: Generator<void, Result>,
  isStale: () => boolean,
): Promise<Result | null> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    if (isStale()) return null
  }
}
