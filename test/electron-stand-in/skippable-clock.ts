interface Pending {
  dueMs: number
  run: () => void
}

let skippedMs = 0
let skip: ((ms: number) => void) | undefined

/**
 * Replaces the clocks and `setTimeout` of this process by ones that `skipTime` sets forward. Call it before the app is loaded:
 * a timer that was set before keeps its real time.
 */
export function installSkippableClock(): void {
  const realHrtime = process.hrtime.bind(process)
  const realNow = Date.now.bind(Date)
  const realSetTimeout = globalThis.setTimeout
  const realClearTimeout = globalThis.clearTimeout
  const pending = new Map<unknown, Pending>()
  const uptimeMs = (): number => performance.now() + skippedMs

  Date.now = () => realNow() + skippedMs
  const hrtime = (since?: [number, number]): [number, number] => {
    const [seconds, nanoseconds] = realHrtime(since)
    const skippedNs = BigInt(Math.round(skippedMs * 1e6))
    const total = BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds) + (since === undefined ? skippedNs : 0n)
    return [Number(total / 1_000_000_000n), Number(total % 1_000_000_000n)]
  }
  process.hrtime = Object.assign(hrtime, {
    bigint: () => {
      const [seconds, nanoseconds] = hrtime()
      return BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds)
    },
  })
  const set = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout => {
    const run = (): void => {
      if (pending.delete(timer)) callback(...args)
    }
    const timer = realSetTimeout(run, ms)
    pending.set(timer, { dueMs: uptimeMs() + ms, run })
    return timer
  }
  // `util.promisify` finds the original by this symbol.
  globalThis.setTimeout = Object.assign(set, realSetTimeout) as typeof setTimeout
  globalThis.clearTimeout = (timer) => {
    pending.delete(timer)
    realClearTimeout(timer)
  }
  skip = (ms) => {
    skippedMs += ms
    const due = [...pending].filter(([, { dueMs }]) => dueMs <= uptimeMs())
    for (const [timer, { run }] of due.sort(([, one], [, other]) => one.dueMs - other.dueMs)) {
      realClearTimeout(timer as NodeJS.Timeout)
      run()
    }
  }
}

/** Lets so many milliseconds pass at once: clocks jump, and timers that are due then run in their order. */
export function skipTime(ms: number): void {
  if (!skip) throw new Error('The clock cannot be skipped: start the app with BANTO_HOST_SKIPPABLE_CLOCK=1')
  skip(ms)
}
