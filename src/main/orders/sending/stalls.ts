import type { Desk } from './desk.ts'

/** Accounts of which nothing can be sent for a while. */
export interface Stalls {
  begin(accountId: string, ms: number): void
  end(accountId: string): void
  endAll(): void
  /** Resolves when the account may be tried, or Banto ends. */
  over(accountId: string): Promise<void>
}

export function createStalls({ clock, nap, signal }: Pick<Desk, 'clock' | 'nap' | 'signal'>): Stalls {
  /** Monotonic. */
  const until = new Map<string, number>()
  return {
    begin: (accountId, ms) => void until.set(accountId, clock.monotonic() + ms),
    end: (accountId) => void until.delete(accountId),
    endAll: () => until.clear(),
    async over(accountId) {
      for (;;) {
        const restMs = (until.get(accountId) ?? 0) - clock.monotonic()
        if (restMs <= 0 || signal.aborted) return
        await nap(restMs)
      }
    },
  }
}
