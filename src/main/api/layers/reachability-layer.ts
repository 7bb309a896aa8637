import { minuteMs } from '#shared/api/limits.ts'
import type { ErrorKind } from '#shared/app-error.ts'
import type { Responsiveness } from '#shared/ipc/sync.ts'
import type { Clock } from '#main/clock.ts'
import { createReschedulableTimer } from '#main/event-loop/reschedulable-timer.ts'
import type { Middleware } from '#main/api/middleware.ts'

/** A connection that was cut off had stood. */
const unreachedErrorKinds: readonly (ErrorKind | undefined)[] = ['no_network', 'tls', 'timeout']
/** What was known so long before the newest call says nothing of the network now. */
const recentMs = 2 * minuteMs
/** Calls under way without a sign of life for so long are late. */
const lateAfterMs = 5_000
/** A call that may be repeated is under way again by then. */
const failureCountsMs = 40_000

export interface ReachabilityLayer {
  middleware: Middleware
  /** True while no account that was called lately reached the service with its newest call. */
  isUnreachable(): boolean
  /** What is known of the calls that an account makes now. */
  responsiveness(accountId: string): Responsiveness
}

interface Deps {
  clock: Pick<Clock, 'monotonic' | 'sleep'>
  onChange: () => void
  /** `responsiveness` of an account changed. */
  onResponsiveness: () => void
}

/** Whether the service can be reached at all; one account's trouble is not the network's. */
export function createReachabilityLayer({ clock, onChange, onResponsiveness }: Deps): ReachabilityLayer {
  const newest = new Map<string, { isReached: boolean; at: number }>()
  const accounts = new Map<string, ReturnType<typeof createAccountReachability>>()
  let isUnreachable = false

  function isEveryAccountUnreached(): boolean {
    const last = Math.max(...[...newest.values()].map(({ at }) => at))
    const recent = [...newest.values()].filter(({ at }) => at >= last - recentMs)
    return recent.length > 0 && recent.every(({ isReached }) => !isReached)
  }

  function accountOf(accountId: string): ReturnType<typeof createAccountReachability> {
    const known = accounts.get(accountId) ?? createAccountReachability(clock, onResponsiveness)
    accounts.set(accountId, known)
    return known
  }

  return {
    isUnreachable: () => isUnreachable,
    responsiveness: (accountId) => accounts.get(accountId)?.responsiveness() ?? 'yes',
    middleware: async (call, next) => {
      // A typed key is tried at an address that may be anything.
      if (call.accountId === null) return next(call)
      const account = accountOf(call.accountId)
      // The service works on a paid call in silence.
      const end = call.paid ? null : account.startCall()
      const outcome = await next({ ...call, onActivity: account.recordActivity }).finally(() => end?.())
      const isReached = outcome.response !== null || !unreachedErrorKinds.includes(outcome.error?.kind)
      if (isReached) account.recordActivity()
      else account.recordFailure()
      newest.set(call.accountId, { isReached, at: clock.monotonic() })
      if (isEveryAccountUnreached() === isUnreachable) return outcome
      isUnreachable = !isUnreachable
      onChange()
      return outcome
    },
  }
}

/** How the calls of one account fare. */
function createAccountReachability(clock: Deps['clock'], onResponsiveness: () => void) {
  let underWay = 0
  /** Of the newest try, if it reached nothing; monotonic. */
  let failedAt: number | null = null
  /** Monotonic: the newest sign of life, or the start of the calls that got none yet. */
  let quietSince = 0
  let lastEmitted: Responsiveness = 'yes'
  const lateTimer = createReschedulableTimer(clock, () => {
    if (underWay === 0) return
    if (isLate()) emitIfChanged()
    else lateTimer.fireAt(quietSince + lateAfterMs)
  })

  function isLate(): boolean {
    return underWay > 0 && clock.monotonic() - quietSince >= lateAfterMs
  }

  function responsiveness(): Responsiveness {
    if (failedAt !== null && clock.monotonic() - failedAt < failureCountsMs) return 'no'
    return isLate() ? 'late' : 'yes'
  }

  function emitIfChanged(): void {
    const now = responsiveness()
    if (now === lastEmitted) return
    lastEmitted = now
    onResponsiveness()
  }

  return {
    responsiveness,
    /** A call leaves; answers what is called when it ended. */
    startCall(): () => void {
      if (underWay === 0) quietSince = clock.monotonic()
      underWay += 1
      lateTimer.fireAt(quietSince + lateAfterMs)
      return () => {
        underWay -= 1
        if (underWay === 0) lateTimer.stop()
        emitIfChanged()
      }
    },
    /** A sign of life from the service. */
    recordActivity(): void {
      failedAt = null
      quietSince = clock.monotonic()
      if (underWay > 0) lateTimer.fireAt(quietSince + lateAfterMs)
      emitIfChanged()
    },
    recordFailure(): void {
      failedAt = clock.monotonic()
      emitIfChanged()
    },
  }
}
