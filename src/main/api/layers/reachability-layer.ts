import { isErrorCausedBy, getRequestStateOfError } from '#shared/error-kinds.ts'
import { minuteMs } from '#shared/durations.ts'
import type { ServiceResponsiveness } from '#shared/ipc/sync.ts'
import type { Clock } from '#main/clock.ts'
import { createEarliestTimer } from '#main/event-loop/earliest-timer.ts'
import { getServiceIdentity } from '#main/api/compare-services-by-base-url.ts'
import type { CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import type { CallLayer } from '#main/api/compose-call-layers.ts'
import { isProxyChangedError } from '#main/api/proxy-changed-during-call.ts'

/** If an account's last result is this much older than the newest result of any account, it is ignored. */
const recentMs = 2 * minuteMs
/** Calls in flight are late after this time without activity of the service, in milliseconds. */
const lateAfterMs = 5_000
/** A failed call counts for this long. By then, a call that may be repeated has been sent again. */
const failureCountsMs = 40_000

export interface ReachabilityLayer {
  layer: CallLayer
  /**
   * True while the newest call of every recently called account failed to reach the service. A first attempt that is
   * repeated does not count.
   */
  isUnreachable(): boolean
  /** How often the service was reached again since the start, after `isUnreachable` was true. */
  reconnections(): number
  /** True if the newest call to this service without a proxy got a response, whichever account made it. */
  isReachedWithoutProxy(baseUrl: string): boolean
  /** What is known about the calls that an account makes now. */
  responsiveness(accountId: string): ServiceResponsiveness
  /** Call it when accounts were paused or removed. */
  checkAccounts(): void
  /** Call it when the account got another proxy or none: its failures to connect no longer count. */
  forgetFailures(accountId: string): void
}

interface Deps {
  clock: Pick<Clock, 'monotonic' | 'sleep'>
  onChange: () => void
  /** Whether the account exists and is not paused. Other accounts send no calls, so their last result is ignored. */
  isActive: (accountId: string) => boolean
  /** Called when `responsiveness` of an account changed. */
  onResponsiveness: () => void
  /** Called when `isReachedWithoutProxy` of a service became true. */
  onReachedWithoutProxy: () => void
}

/**
 * Tracks whether the service can be reached at all. The failures of one account do not count while another account
 * reaches the service.
 */
export function createReachabilityLayer({
  clock,
  onChange,
  isActive,
  onResponsiveness,
  onReachedWithoutProxy,
}: Deps): ReachabilityLayer {
  const newest = new Map<string, { isReached: boolean; at: number }>()
  const accounts = new Map<string, ReturnType<typeof createAccountReachability>>()
  /** By `getServiceIdentity`: whether the newest call without a proxy reached the service. */
  const reachedWithoutProxy = new Map<string, boolean>()
  let isUnreachable = false
  /** The service was not reached since `isUnreachable` was true. It may be false since because accounts were paused. */
  let isReconnectionAwaited = false
  let reconnections = 0

  function update(): void {
    const last = Math.max(...[...newest.values()].map(({ at }) => at))
    const recent = [...newest.values()].filter(({ at }) => at >= last - recentMs)
    const isReached = recent.some((result) => result.isReached)
    const isReconnected = isReconnectionAwaited && isReached
    const isNowUnreachable = recent.length > 0 && !isReached
    const isChanged = isReconnected || isNowUnreachable !== isUnreachable
    isUnreachable = isNowUnreachable
    isReconnectionAwaited = isUnreachable || (isReconnectionAwaited && !isReached)
    if (isReconnected) reconnections += 1
    if (isChanged) onChange()
  }

  function accountOf(accountId: string): ReturnType<typeof createAccountReachability> {
    const known = accounts.get(accountId) ?? createAccountReachability(clock, onResponsiveness)
    accounts.set(accountId, known)
    return known
  }

  /** A call that was cancelled says nothing about the network. */
  function recordWithoutProxy(baseUrl: string, { response, error }: CallAttemptOutcome): void {
    const isReached = response !== null
    if (!isReached && !isUnreached(error)) return
    const service = getServiceIdentity(baseUrl)
    const wasReached = reachedWithoutProxy.get(service) ?? false
    reachedWithoutProxy.set(service, isReached)
    if (isReached && !wasReached) onReachedWithoutProxy()
  }

  return {
    isUnreachable: () => isUnreachable,
    reconnections: () => reconnections,
    isReachedWithoutProxy: (baseUrl) => reachedWithoutProxy.get(getServiceIdentity(baseUrl)) ?? false,
    responsiveness: (accountId) => accounts.get(accountId)?.responsiveness() ?? 'answering',
    layer: async (call, next) => {
      // The base URL of a typed key may be wrong, so its calls are not counted.
      if (call.accountId === null) return next(call)
      const account = accountOf(call.accountId)
      // The service sends nothing while it works on a paid call, so silence during a paid call is not counted as a
      // missing answer.
      const end = call.paid ? null : account.startCall()
      // Nobody waits for the answer of a cancelled call.
      if (end) call.signal.addEventListener('abort', end, { once: true })
      const outcome = await next({ ...call, onActivity: account.recordActivity }).finally(() => end?.())
      // The call ended at a proxy that the account no longer has, and says nothing about the present one.
      if (isProxyChangedError(outcome.error)) return outcome
      const isReached = outcome.response !== null || !isUnreached(outcome.error)
      if (isReached) account.recordActivity()
      else account.recordFailure(isProxyError(outcome.error))
      // Most calls that fail once succeed when they are repeated, within a second.
      const isDecidedByRepeat = !isReached && call.attempt === 1 && call.isRepeatedAfter?.(outcome) === true
      if (!isDecidedByRepeat) newest.set(call.accountId, { isReached, at: clock.monotonic() })
      update()
      if (call.proxy === null) recordWithoutProxy(call.baseUrl, outcome)
      return outcome
    },
    checkAccounts() {
      for (const accountId of newest.keys()) if (!isActive(accountId)) newest.delete(accountId)
      update()
    },
    forgetFailures(accountId) {
      accounts.get(accountId)?.forgetFailure()
      if (newest.get(accountId)?.isReached === false) newest.delete(accountId)
      update()
    },
  }
}

/** Tracks the calls of one account. */
function createAccountReachability(clock: Deps['clock'], onResponsiveness: () => void) {
  let underWay = 0
  /**
   * Monotonic time of the last failure to reach the service. Null before the first failure, and after any later
   * activity of the service.
   */
  let failedAt: number | null = null
  let isFailureOfProxy = false
  /** Monotonic: the newest activity, or the start of the calls if none of them had any yet. */
  let quietSince = 0
  let lastEmitted: ServiceResponsiveness = 'answering'
  const lateTimer = createEarliestTimer(clock, () => {
    if (underWay === 0) return
    if (isLate()) emitIfChanged()
    else lateTimer.fireAt(quietSince + lateAfterMs)
  })
  // After the failure, no call may be made for hours that would end it.
  const failureTimer = createEarliestTimer(clock, () => {
    if (failedAt === null) return
    if (clock.monotonic() - failedAt >= failureCountsMs) emitIfChanged()
    else failureTimer.fireAt(failedAt + failureCountsMs)
  })

  function isLate(): boolean {
    return underWay > 0 && clock.monotonic() - quietSince >= lateAfterMs
  }

  function responsiveness(): ServiceResponsiveness {
    if (failedAt !== null && clock.monotonic() - failedAt < failureCountsMs)
      return isFailureOfProxy ? 'no_proxy' : 'silent'
    return isLate() ? 'late' : 'answering'
  }

  function emitIfChanged(): void {
    const current = responsiveness()
    if (current === lastEmitted) return
    lastEmitted = current
    onResponsiveness()
  }

  return {
    responsiveness,
    /** A call starts. Returns a function to call when it ends; further calls of the function do nothing. */
    startCall(): () => void {
      let hasEnded = false
      if (underWay === 0) quietSince = clock.monotonic()
      underWay += 1
      lateTimer.fireAt(quietSince + lateAfterMs)
      return () => {
        if (hasEnded) return
        hasEnded = true
        underWay -= 1
        if (underWay === 0) lateTimer.stop()
        emitIfChanged()
      }
    },
    /** A part of a response arrived. */
    recordActivity(): void {
      failedAt = null
      quietSince = clock.monotonic()
      if (underWay > 0) lateTimer.fireAt(quietSince + lateAfterMs)
      emitIfChanged()
    },
    forgetFailure(): void {
      failedAt = null
      emitIfChanged()
    },
    recordFailure(isOfProxy: boolean): void {
      failedAt = clock.monotonic()
      isFailureOfProxy = isOfProxy
      failureTimer.fireAt(failedAt + failureCountsMs)
      emitIfChanged()
    },
  }
}

function isProxyError(error: CallAttemptOutcome['error']): boolean {
  return error?.kind === 'proxy_unreachable' || error?.kind === 'proxy_refused'
}

/** A `cut_off` connection had been established, so the service was reached. */
function isUnreached(error: CallAttemptOutcome['error']): boolean {
  if (error === null) return false
  return getRequestStateOfError(error) === 'unsent' || (isErrorCausedBy(error, 'network') && error.kind !== 'cut_off')
}
