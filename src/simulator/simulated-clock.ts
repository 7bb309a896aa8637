export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export interface SimulatedClock extends Clock {
  advance(ms: number): void
}

/**
 * Creates a clock that runs as fast as `source`, from `start` (epoch milliseconds; null: the time of `source`), and can
 * be advanced.
 */
export function createSimulatedClock(source: Clock, start: number | null): SimulatedClock {
  let offset = start === null ? 0 : start - source.now()
  return {
    now: () => source.now() + offset,
    advance: (ms) => {
      offset += ms
    },
  }
}
