export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export interface SimulatedClock extends Clock {
  advance(ms: number): void
}

/** Runs at the pace of `source`, from `start` (epoch milliseconds; null: from where `source` stands), and can be put forward. */
export function createSimulatedClock(source: Clock, start: number | null): SimulatedClock {
  let offset = start === null ? 0 : start - source.now()
  return {
    now: () => source.now() + offset,
    advance: (ms) => {
      offset += ms
    },
  }
}
