import type { SimulatorOptions } from '#simulator/start-simulator.ts'

/** Holds renewals that arrive at a simulator. A test can then act while they are in flight, however fast the machine is. */
export interface RenewalHold {
  /** For the simulator's options. */
  onArrival: NonNullable<SimulatorOptions['onArrival']>
  /** Lets the next `count` renewals of the user be processed and holds all later ones until `release`. */
  holdAfter(count: number, userName: string): void
  release(): void
  /** Number of renewals that are held now. */
  heldCount(): number
}

export function createRenewalHold(): RenewalHold {
  let current: { userName: string; left: number; released: PromiseWithResolvers<void> } | null = null
  return {
    onArrival({ path, userName, bodyJson }) {
      const isDryRun = (bodyJson as { dry_run?: boolean } | null)?.dry_run === true
      if (!current || userName !== current.userName || !path.endsWith('/renew') || isDryRun) return
      current.left -= 1
      if (current.left < 0) return current.released.promise
    },
    heldCount: () => Math.max(0, -(current?.left ?? 0)),
    holdAfter(count, userName) {
      current = { userName, left: count, released: Promise.withResolvers() }
    },
    release() {
      current?.released.resolve()
      current = null
    },
  }
}
