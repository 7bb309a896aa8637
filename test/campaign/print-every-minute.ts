/** Prints `line` every minute until `end`, even without progress, so that a standstill is visible. */
export function printEveryMinute(line: () => string): { end(): void } {
  const startedAt = Date.now()
  const timer = setInterval(
    () => console.log(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(5)} s  ${line()}`),
    60_000,
  )
  return { end: () => clearInterval(timer) }
}
