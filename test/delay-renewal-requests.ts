import type { SimulatorOptions } from '#simulator/start-simulator.ts'

/**
 * Delays renewal requests that arrive at a simulator. A test can then act while they are in flight, on a machine of any
 * speed.
 */
export interface RenewalRequestDelay {
  /** For the simulator's options. */
  onArrival: NonNullable<SimulatorOptions['onArrival']>
  /** Lets the next `count` renewals of the user be processed and delays all later ones until `release`. */
  delayAfter(count: number, userName: string): void
  release(): void
  /** Number of renewal requests that are delayed now. */
  delayedCount(): number
}

export function createRenewalRequestDelay(): RenewalRequestDelay {
  let current: { userName: string; left: number; released: PromiseWithResolvers<void> } | null = null
  return {
    onArrival({ path, userName, bodyJson }) {
      const isDryRun = (bodyJson as { dry_run?: boolean } | null)?.dry_run === true
      if (!current || userName !== current.userName || !path.endsWith('/renew') || isDryRun) return
      current.left -= 1
      if (current.left < 0) return current.released.promise
    },
    delayedCount: () => Math.max(0, -(current?.left ?? 0)),
    delayAfter(count, userName) {
      current = { userName, left: count, released: Promise.withResolvers() }
    },
    release() {
      current?.released.resolve()
      current = null
    },
  }
}
