import { minuteMs } from '#shared/api/limits.ts'
import { AppError, isAppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'
import { cancelledError, rejectWhenCancelled } from '#main/api/cancellation.ts'
import { is429WithoutRateHeaders, isKeyAccepted, isKeyRefused } from '#main/api/http/classify-response.ts'
import { parseRetryAfterMs } from '#main/api/http/parse-rate-limit-headers.ts'
import type { CallContext, Middleware, CallOutcome } from '#main/api/middleware.ts'
import type { CallPriority } from '#main/api/call-priority.ts'

export interface IpBlockBreaker {
  middleware: Middleware
  /** The last look: why the call may not leave now; null when it leaves. */
  refusal(call: CallContext): AppError | null
  block(): { since: number; until: number | null } | null
  /** The calls that wait because keys were refused, and until when (epoch milliseconds); null when none waits. */
  hold(): { until: number; calls: ReadonlySet<CallContext> } | null
  /** The person says that the address is not blocked. */
  resume(): void
}

/** The service blocks after "repeated" failures "in a short time"; these numbers are ours. */
const refusalsAllowed = 2
/** Of a person's calls with keys that worked once: after a night in which many keys ended, the others can be worked with. */
const refusalsAllowedToPerson = 4
const refusalsCountMs = 10 * minuteMs
/** A key that worked within this time is taken to work still. */
const acceptedForMs = 10 * minuteMs
const accountsForBlock = 2
/** Typed keys may all be of one account. */
const typedKeys = 'typed keys'

/** The first call of a key that may be refused. */
interface TrialCall {
  callPriority: CallPriority
  end: Promise<void>
  isOnItsWay: boolean
}

/**
 * Keeps the source address from being blocked, which would stop every account (section "Authentication", 7 to 9).
 * A person is told at once; other calls wait for the end.
 */
export function createIpBlockBreaker({ clock, onChange }: { clock: Clock; onChange?: () => void }): IpBlockBreaker {
  /** When keys were refused, over all accounts; a stored key counts once, however many of its calls were under way. */
  let refused: { keyId: string | null; at: number }[] = []
  /** Accounts whose newest answer was a refusal that says nothing about rates. */
  const suspects = new Set<string>()
  let current: { since: number; until: number | null; ends: number } | null = null
  /** When keys were last seen working, in this session. */
  const acceptedAt = new Map<string, number>()
  /** By key; a typed one stands for itself. Other calls of the key wait for the answer. */
  const trialCalls = new Map<string | CallPriority, TrialCall>()
  let retryWaiting = Promise.withResolvers<void>()
  /** Until when, by monotonic time. */
  const held = new Map<CallContext, number>()

  function block() {
    if (current && clock.monotonic() >= current.ends) endBlock()
    return current && { since: current.since, until: current.until }
  }

  function endBlock(): void {
    current = null
    suspects.clear()
    wakeWaiting()
    onChange?.()
  }

  function wakeWaiting(): void {
    retryWaiting.resolve()
    retryWaiting = Promise.withResolvers()
  }

  function recentRefusals(): number[] {
    refused = refused.filter(({ at }) => clock.monotonic() - at < refusalsCountMs)
    return refused.map(({ at }) => at)
  }

  function hold() {
    if (held.size === 0) return null
    return { until: clock.now() + Math.max(...held.values()) - clock.monotonic(), calls: new Set(held.keys()) }
  }

  /** Tells of the first call that is held, and of the end of the last. */
  async function whileHeld(call: CallContext, waitMs: number, wait: () => Promise<void>): Promise<void> {
    held.set(call, clock.monotonic() + waitMs)
    if (held.size === 1) onChange?.()
    try {
      await wait()
    } finally {
      held.delete(call)
      if (held.size === 0) onChange?.()
    }
  }

  const hasKeyWorked = ({ key }: CallContext) => key !== null && (key.state === 'working' || acceptedAt.has(key.id))

  /** Keys may end all at once: after refusals, work goes on with those that were seen working since. */
  function isKeyInDoubt({ key, callPriority }: CallContext): boolean {
    const keyAcceptedAt = key && acceptedAt.get(key.id)
    if (keyAcceptedAt === null || keyAcceptedAt === undefined || clock.monotonic() - keyAcceptedAt >= acceptedForMs) return true
    const closedAt = recentRefusals()[refusalsAllowed - 1]
    return closedAt !== undefined && keyAcceptedAt <= closedAt && callPriority.priority !== 'interactive'
  }

  /** `isShort`: a key that is being tried will tell. `isHold`: refused keys hold the call for minutes. */
  function findObstacle(call: CallContext): { error: AppError; waitMs: number; isShort: boolean; isHold: boolean } | null {
    const now = block()
    if (current && now) {
      const error = addressGuardedError('The source address is assumed to be blocked by the service', { reason: 'assumed_block', until: now.until })
      return { error, waitMs: current.ends - clock.monotonic(), isShort: false, isHold: false }
    }
    if (!isKeyInDoubt(call)) return null
    const allowed = call.callPriority.priority === 'interactive' && hasKeyWorked(call) ? refusalsAllowedToPerson : refusalsAllowed
    const refusals = recentRefusals()
    const first = refusals.at(-allowed)
    const waitMs = first === undefined ? Number.POSITIVE_INFINITY : first + refusalsCountMs - clock.monotonic()
    const others = [...trialCalls.values()].filter(({ callPriority, isOnItsWay }) => isOnItsWay && callPriority !== call.callPriority)
    if (refusals.length + others.length < allowed) return null
    const until = first === undefined ? null : clock.now() + waitMs
    return { error: addressGuardedError('After refused keys, those that were not seen working since wait', { reason: 'refused_keys', until }), waitMs, isShort: first === undefined, isHold: first !== undefined }
  }

  function refusal(call: CallContext): AppError | null {
    const error = findObstacle(call)?.error ?? null
    const trial = trialCalls.get(trialIdOf(call))
    if (!error && trial?.callPriority === call.callPriority) trial.isOnItsWay = true
    return error
  }

  function recordOutcome(call: CallContext, outcome: CallOutcome): void {
    if (isKeyRefused(outcome)) {
      const keyId = call.key?.id ?? call.requestedKeyId
      refused = [...refused.filter((one) => keyId === null || one.keyId !== keyId), { keyId, at: clock.monotonic() }]
      if (keyId !== null) acceptedAt.delete(keyId)
    }
    if (isKeyAccepted(outcome) && call.key) acceptedAt.set(call.key.id, clock.monotonic())
    if (!is429WithoutRateHeaders(outcome)) {
      if (outcome.response) suspects.clear()
      return
    }
    suspects.add(call.accountId ?? typedKeys)
    if (suspects.size < accountsForBlock) return
    const lastsMs = outcome.response && parseRetryAfterMs(outcome.response.headers, clock.now())
    current = {
      since: current?.since ?? clock.now(),
      until: lastsMs === null ? null : clock.now() + lastsMs,
      ends: lastsMs === null ? Number.POSITIVE_INFINITY : clock.monotonic() + lastsMs,
    }
    onChange?.()
  }

  async function waitForWake(call: CallContext, waitMs: number): Promise<void> {
    const timer = new AbortController()
    const patienceMs = call.callPriority.deadline - clock.monotonic()
    const ms = Math.min(waitMs, patienceMs)
    const timed = Number.isFinite(ms) ? [clock.sleep(ms, timer.signal).catch(() => undefined)] : []
    const raised = Promise.withResolvers<void>()
    const stop = call.callPriority.onRaised(raised.resolve)
    try {
      await rejectWhenCancelled(Promise.race([retryWaiting.promise, raised.promise, ...timed]), call.signal)
    } finally {
      stop()
      timer.abort()
    }
  }

  const middleware: Middleware = async (call, next) => {
    for (;;) {
      const met = findObstacle(call)
      if (met) {
        const isTold = call.callPriority.priority === 'interactive' && !met.isShort
        if (isTold || clock.monotonic() >= call.callPriority.deadline) throw met.error
        const wait = () => waitForWake(call, met.waitMs)
        await (met.isHold ? whileHeld(call, met.waitMs, wait) : wait())
        continue
      }
      const trial = trialCalls.get(trialIdOf(call))
      if (trial && mustWaitForTrial(call)) {
        trial.callPriority.raise(call.callPriority.priority, call.callPriority.deadline)
        await rejectWhenCancelled(trial.end, call.signal)
        continue
      }
      try {
        return await sendAsTrial(call, async () => {
          const outcome = await next(call)
          recordOutcome(call, outcome)
          return outcome
        })
      } catch (thrown) {
        // Refused by the last look, after a wait: nothing was sent, so it is looked at again.
        if (!isAppError(thrown, 'address_guarded')) throw thrown
        if (call.signal.aborted) throw cancelledError()
      }
    }
  }

  /** The first call goes ahead alone; a person waits so only for keys never seen working. */
  const mustWaitForTrial = (call: CallContext) => isKeyInDoubt(call) && !(call.callPriority.priority === 'interactive' && hasKeyWorked(call))

  async function sendAsTrial(call: CallContext, send: () => Promise<CallOutcome>): Promise<CallOutcome> {
    const id = trialIdOf(call)
    if (!isKeyInDoubt(call) || trialCalls.has(id)) return send()
    const end = Promise.withResolvers<void>()
    trialCalls.set(id, { callPriority: call.callPriority, end: end.promise, isOnItsWay: false })
    try {
      return await send()
    } finally {
      trialCalls.delete(id)
      end.resolve()
      wakeWaiting()
    }
  }

  return {
    middleware,
    refusal,
    block,
    hold,
    resume() {
      refused = []
      endBlock()
    },
  }
}

/** A typed key has no name: each of its calls is a trial of its own. */
function trialIdOf({ key, callPriority }: CallContext): string | CallPriority {
  return key?.id ?? callPriority
}

function addressGuardedError(message: string, details: { reason: string; until: number | null }): AppError {
  return new AppError('address_guarded', message, { details })
}
