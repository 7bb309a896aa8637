import type { OrderSendingContext } from './order-sending-context.ts'

/** Suspends the sending of an account's orders for a while. */
export interface OrderSendingBackoff {
  startWait(accountId: string, ms: number): void
  endWait(accountId: string): void
  endAllWaits(): void
  /** Zero or less if the account may be tried now. */
  remainingMs(accountId: string): number
  /** Resolves when the account may be tried again, or when the app ends. */
  waitUntilOver(accountId: string): Promise<void>
}

export function createOrderSendingBackoff({
  clock,
  sleepUntilWoken,
  signal,
}: Pick<OrderSendingContext, 'clock' | 'sleepUntilWoken' | 'signal'>): OrderSendingBackoff {
  /** Monotonic time at which the suspension ends, by account id. */
  const until = new Map<string, number>()
  const remainingMs = (accountId: string) => (until.get(accountId) ?? 0) - clock.monotonic()
  return {
    startWait: (accountId, ms) => void until.set(accountId, clock.monotonic() + ms),
    endWait: (accountId) => void until.delete(accountId),
    endAllWaits: () => until.clear(),
    remainingMs,
    async waitUntilOver(accountId) {
      for (;;) {
        const restMs = remainingMs(accountId)
        if (restMs <= 0 || signal.aborted) return
        await sleepUntilWoken(restMs)
      }
    },
  }
}
