/** Prints `line` each minute until it is ended: also when nothing moves, so that a standstill is seen. */
export function printEveryMinute(line: () => string): { end(): void } {
  const startedAt = Date.now()
  const timer = setInterval(() => console.log(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(5)} s  ${line()}`), 60_000)
  return { end: () => clearInterval(timer) }
}
