export interface IpBlockSettings {
  failures: number
  window_seconds: number
  block_seconds: number
  /** Whether the refusal says when the block ends. The API description does not say. */
  retry_after: boolean
}

/**
 * Blocks a source address after repeated authentication failures (API description, section "Authentication", rule 9).
 * With null settings, no address is blocked.
 */
export function createSimulatedIpBlock(settings: IpBlockSettings | null) {
  const failures = new Map<string, number[]>()
  const blockedUntil = new Map<string, number>()
  return {
    /** Remaining seconds of a block; null when the address is not blocked. */
    secondsLeft(address: string, now: number): number | null {
      const until = blockedUntil.get(address) ?? -Infinity
      return until > now ? Math.ceil((until - now) / 1000) : null
    },
    recordFailure(address: string, now: number): void {
      if (settings === null) return
      const recent = (failures.get(address) ?? []).filter((at) => at > now - settings.window_seconds * 1000)
      recent.push(now)
      if (recent.length >= settings.failures) {
        blockedUntil.set(address, now + settings.block_seconds * 1000)
        recent.length = 0
      }
      failures.set(address, recent)
    },
    tellsRetryAfter: settings?.retry_after ?? false,
  }
}
export type SimulatedIpBlock = ReturnType<typeof createSimulatedIpBlock>
