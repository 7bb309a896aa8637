import { minuteMs } from '#shared/api/limits.ts'
import type { ErrorKind } from '#shared/errors.ts'
import type { Answering } from '#shared/ipc/sync.ts'
import type { Clock } from '../clock.ts'
import { createAlarm } from './alarm.ts'
import type { Layer } from './pipeline.ts'

/** A connection that was cut off had stood. */
const unreached: readonly (ErrorKind | undefined)[] = ['no_network', 'tls', 'timeout']
/** What was known so long before the newest call says nothing of the network now. */
const countsMs = 2 * minuteMs
/** Calls under way without a sign of life for so long are late. */
const lateAfterMs = 5_000
/** A call that may be repeated is under way again by then. */
const failureCountsMs = 40_000

export interface Reachability {
  layer: Layer
  /** True while no account that was called lately reached the service with its newest call. */
  isUnreachable(): boolean
  /** What is known of the calls that an account makes now. */
  answering(accountId: string): Answering
}

interface Deps {
  clock: Pick<Clock, 'monotonic' | 'sleep'>
  onChange: () => void
  /** `answering` of an account changed. */
  onAnswering: () => void
}

/** Whether the service can be reached at all; one account's trouble is not the network's. */
export function createReachability({ clock, onChange, onAnswering }: Deps): Reachability {
  const newest = new Map<string, { isReached: boolean; at: number }>()
  const accounts = new Map<string, ReturnType<typeof watchAccount>>()
  let isUnreachable = false

  function judge(): boolean {
    const last = Math.max(...[...newest.values()].map(({ at }) => at))
    const recent = [...newest.values()].filter(({ at }) => at >= last - countsMs)
    return recent.length > 0 && recent.every(({ isReached }) => !isReached)
  }

  function accountOf(accountId: string): ReturnType<typeof watchAccount> {
    const known = accounts.get(accountId) ?? watchAccount(clock, onAnswering)
    accounts.set(accountId, known)
    return known
  }

  return {
    isUnreachable: () => isUnreachable,
    answering: (accountId) => accounts.get(accountId)?.answering() ?? 'yes',
    layer: async (call, next) => {
      // A typed key is tried at an address that may be anything.
      if (call.accountId === null) return next(call)
      const account = accountOf(call.accountId)
      // The service works on a paid call in silence.
      const end = call.paid ? null : account.begin()
      const outcome = await next({ ...call, onSign: account.heard }).finally(() => end?.())
      const isReached = outcome.reply !== null || !unreached.includes(outcome.error?.kind)
      if (isReached) account.heard()
      else account.failed()
      newest.set(call.accountId, { isReached, at: clock.monotonic() })
      if (judge() === isUnreachable) return outcome
      isUnreachable = !isUnreachable
      onChange()
      return outcome
    },
  }
}

/** How the calls of one account fare. */
function watchAccount(clock: Deps['clock'], onAnswering: () => void) {
  let underWay = 0
  /** Of the newest try, if it reached nothing; monotonic. */
  let failedAt: number | null = null
  /** Monotonic: the newest sign of life, or the start of the calls that got none yet. */
  let quietSince = 0
  let told: Answering = 'yes'
  const alarm = createAlarm(clock, () => {
    if (underWay === 0) return
    if (isLate()) tell()
    else alarm.ringAt(quietSince + lateAfterMs)
  })

  function isLate(): boolean {
    return underWay > 0 && clock.monotonic() - quietSince >= lateAfterMs
  }

  function answering(): Answering {
    if (failedAt !== null && clock.monotonic() - failedAt < failureCountsMs) return 'no'
    return isLate() ? 'late' : 'yes'
  }

  function tell(): void {
    const now = answering()
    if (now === told) return
    told = now
    onAnswering()
  }

  return {
    answering,
    /** A call leaves; answers what is called when it ended. */
    begin(): () => void {
      if (underWay === 0) quietSince = clock.monotonic()
      underWay += 1
      alarm.ringAt(quietSince + lateAfterMs)
      return () => {
        underWay -= 1
        if (underWay === 0) alarm.stop()
        tell()
      }
    },
    /** A sign of life from the service. */
    heard(): void {
      failedAt = null
      quietSince = clock.monotonic()
      if (underWay > 0) alarm.ringAt(quietSince + lateAfterMs)
      tell()
    },
    failed(): void {
      failedAt = clock.monotonic()
      tell()
    },
  }
}
