import type { IpBlock, RefusedKeysHold } from '#shared/ipc/app-state-and-settings.ts'
import { isAppError, type AppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'
import type { CallContext } from '#main/api/call-context-and-attempt-outcome.ts'
import type { CallLayer } from '#main/api/compose-call-layers.ts'
import { isProxyOfCallCurrent, createProxyChangedError } from '#main/api/proxy-changed-during-call.ts'
import type { AccountsPort } from '#main/api/accounts-port.ts'
import { createIpBlockBreaker, type IpBlockBreaker } from './ip-block-breaker-layer.ts'

/**
 * The IP block breakers of all source addresses: one for calls without a proxy of the account, and one for each proxy.
 */
export interface IpBlockBreakerByProxy {
  layer: CallLayer
  /** See `IpBlockBreaker`. */
  refuseOrMarkTrialCallInFlight(call: CallContext): AppError | null
  currentBlocks(): IpBlock[]
  currentHolds(): (RefusedKeysHold & { calls: ReadonlySet<CallContext> })[]
  /** See `IpBlockBreaker`. */
  callsHeldByBlocks(): CallContext[]
  /** Returns the assumed block for whose end calls of the account wait; null if none waits. */
  findBlockThatHoldsCallsOf(accountId: string): IpBlock | null
  /**
   * Returns a function that tells whether the newest call of a quota came from an address that is assumed to be
   * blocked. Without a call since the start, it returns true if any address is assumed to be blocked.
   */
  createTestOfBlockedQuotas(): (quota: string) => boolean
  /** Call it when the user states that no address is blocked. */
  resumeByUser(): void
  /** Call it when the proxy of an account was changed. */
  wakeHeldCalls(): void
  close(): void
}

interface Deps {
  clock: Clock
  accounts: Pick<AccountsPort, 'proxyId' | 'isOnlyAccountAtSourceAddress'>
  onChange?: () => void
  onHeldCalls?: () => void
}

/**
 * The service blocks a source address, and Banto cannot see which address a proxy has. So the proxy's origin counts as
 * one address, whoever uses it. A block of one address holds no calls of another.
 */
export function createIpBlockBreakerByProxy({ accounts, ...deps }: Deps): IpBlockBreakerByProxy {
  const breakers = new Map<string | null, IpBlockBreaker>()
  /** For each quota, the breaker of the address from which the newest call came. */
  const newestBreakerByQuota = new Map<string, IpBlockBreaker>()
  const findSourceAddressChange = (call: CallContext) =>
    isProxyOfCallCurrent(accounts, call) ? null : createProxyChangedError(call)

  function isOnlyAccountAtSourceAddress({ accountId }: CallContext): boolean {
    try {
      return accountId !== null && accounts.isOnlyAccountAtSourceAddress(accountId)
    } catch (error) {
      if (isAppError(error, 'not_found')) return false
      throw error
    }
  }

  function breakerOf({ proxy }: Pick<CallContext, 'proxy'>): IpBlockBreaker {
    const proxyUrl = proxy?.url ?? null
    const known =
      breakers.get(proxyUrl) ??
      createIpBlockBreaker({ ...deps, proxyUrl, findSourceAddressChange, isOnlyAccountAtSourceAddress })
    breakers.set(proxyUrl, known)
    return known
  }

  return {
    layer(call, next) {
      const breaker = breakerOf(call)
      newestBreakerByQuota.set(call.quota, breaker)
      return breaker.layer(call, next)
    },
    refuseOrMarkTrialCallInFlight: (call) => breakerOf(call).refuseOrMarkTrialCallInFlight(call),
    currentBlocks: () =>
      [...breakers].flatMap(([proxyUrl, breaker]) => {
        const block = breaker.currentBlock()
        return block ? [{ proxyUrl, ...block }] : []
      }),
    currentHolds: () =>
      [...breakers].flatMap(([proxyUrl, breaker]) => {
        const hold = breaker.currentHold()
        return hold ? [{ proxyUrl, ...hold }] : []
      }),
    findBlockThatHoldsCallsOf(accountId) {
      for (const [proxyUrl, breaker] of breakers) {
        const block = breaker.currentBlock()
        if (block && breaker.callsHeldByBlock().some((call) => call.accountId === accountId))
          return { proxyUrl, ...block }
      }
      return null
    },
    callsHeldByBlocks: () => [...breakers.values()].flatMap((breaker) => breaker.callsHeldByBlock()),
    createTestOfBlockedQuotas() {
      const blocked = new Set([...breakers.values()].filter((breaker) => breaker.currentBlock()))
      return (quota) => {
        const breaker = newestBreakerByQuota.get(quota)
        return breaker ? blocked.has(breaker) : blocked.size > 0
      }
    },
    resumeByUser: () => breakers.forEach((breaker) => breaker.resumeByUser()),
    wakeHeldCalls: () => breakers.forEach((breaker) => breaker.wakeHeldCalls()),
    close: () => breakers.forEach((breaker) => breaker.close()),
  }
}
