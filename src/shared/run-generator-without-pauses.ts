/** Returns the result of work that yields between its chunks, for callers that need no pauses. */
export function runWithoutPauses<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
