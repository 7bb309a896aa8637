import { minuteMs } from '#shared/durations.ts'
import type { RateLimitClass } from '#shared/api/service-limits.ts'
import { AppError, isAppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'
import { createEarliestTimer } from '#main/event-loop/earliest-timer.ts'
import { createCancelledError, rejectWhenCancelled } from '#main/api/throw-or-reject-when-cancelled.ts'
import { is429WithoutRateHeaders, isKeyAccepted, isKeyRefused } from '#main/api/http/response-predicates.ts'
import { parseRetryAfterMs } from '#main/api/http/parse-rate-limit-headers.ts'
import type { CallContext, CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import type { CallLayer } from '#main/api/compose-call-layers.ts'
import type { QueuedCall } from '#main/api/queued-call.ts'

export interface IpBlockBreaker {
  layer: CallLayer
  /**
   * The check just before sending. Returns the error that blocks the call. Null: the call may be sent, and a trial call
   * is marked as in flight.
   */
  refuseOrMarkTrialCallInFlight(call: CallContext): AppError | null
  currentBlock(): { since: number; until: number | null } | null
  /**
   * The hold after refused keys: until when it lasts (epoch milliseconds), the calls that wait, and how many calls were
   * answered with 401 in the last ten minutes (0 if the computer slept since). Null if there is no hold. A hold begins
   * before a call waits for it.
   */
  currentHold(): { until: number; calls: ReadonlySet<CallContext>; refusedCalls: number } | null
  /** The calls that wait for the end of an assumed block. */
  callsHeldByBlock(): CallContext[]
  /** Call it when the user states that the IP is not blocked. */
  resumeByUser(): void
  /** Call it when the proxy of an account was changed: calls that are held for its former address start again. */
  wakeHeldCalls(): void
  /** Stops the timer that ends a block. */
  close(): void
}

/**
 * The service blocks after "repeated" failures "in a short time" (API description, section "Authentication", 9). These
 * numbers are Banto's own.
 */
const refusalsAllowed = 2
/**
 * The limit for interactive calls with keys that worked before. If many keys expired in one night, a user can still
 * work with the other keys.
 */
const refusalsAllowedToUser = 4
const refusalsCountMs = 10 * minuteMs
/** A key that was accepted within this time is assumed to work still. */
const acceptedForMs = 10 * minuteMs
const accountsForBlock = 2 // ADR 40
/**
 * Number of limit classes that show a block of the only account of an address, if no key was refused there of late.
 * Each limit class has its own limit, but a block stops all of them.
 */
const limitClassesForBlock = 2
/** Used as the account of all typed keys, because typed keys may all belong to one account. */
const typedKeys = 'typed keys'

interface IpBlockBreakerDeps {
  clock: Clock
  /** The source address, as errors name it: see `ipBlockSchema`. */
  proxyUrl?: string | null
  /**
   * Called when the result of `currentBlock` or `currentHold` may have changed. A change of the held calls alone calls
   * `onHeldCalls` instead.
   */
  onChange?: () => void
  /** Called when a call is held, or is no longer held. */
  onHeldCalls?: () => void
  /** The error with which a held call ends, because it is to come from another address now; null if it is not. */
  findSourceAddressChange?: (call: CallContext) => AppError | null
  /** Whether no other account can show that the address is blocked. */
  isOnlyAccountAtSourceAddress?: (call: CallContext) => boolean
}

/**
 * The first call of a limit class with a key that is not proven. Other calls of this class with the key wait for its
 * result. While it is in flight, calls of other classes with the key wait, too.
 */
interface TrialCall {
  queuedCall: QueuedCall
  limitClass: RateLimitClass
  end: Promise<void>
  isInFlight: boolean
}

/**
 * Prevents a temporary block of the source IP, which would stop all accounts (API description, section
 * "Authentication", 7 to 9). A call that is not allowed waits until it is allowed or its deadline passes. An
 * interactive call does not wait: it throws `address_guarded` at once. Exception: an interactive call waits if only a
 * running trial stops it.
 */
export function createIpBlockBreaker({
  clock,
  proxyUrl = null,
  onChange,
  onHeldCalls,
  findSourceAddressChange,
  isOnlyAccountAtSourceAddress = () => false,
}: IpBlockBreakerDeps): IpBlockBreaker {
  /**
   * Refusals of keys over all accounts, with monotonic times. A stored key counts once, even if several of its calls
   * were in flight.
   */
  let refused: { keyId: string | null; at: number }[] = []
  /**
   * Every response of 401, oldest first; `at` is monotonic. Kept by `resumeByUser`: the banner shows what happened,
   * whatever was decided since.
   */
  let refusedCalls: { at: number; wallAt: number }[] = []
  /**
   * Accounts that got a 429 without rate-limit headers, and the limit classes of those calls. Emptied by any other
   * response, of any account.
   */
  const suspects = new Map<string, Set<RateLimitClass>>()
  /** `ends`: monotonic; Infinity if the service gave no end. */
  let current: { since: number; ends: number } | null = null
  /** By key ID: when the key was last accepted in this session, monotonic. */
  const acceptedAt = new Map<string, number>()
  /** By key ID; a typed key is identified by its call. */
  const trialCalls = new Map<string | QueuedCall, readonly TrialCall[]>()
  let retryWaiting = Promise.withResolvers<void>()
  /** The calls held after refused keys, each with the function that wakes it. */
  const held = new Map<CallContext, () => void>()
  const heldByBlock = new Set<CallContext>()

  /** Computed anew each time, because the computer's clock may be set, and the monotonic clock may stop in a sleep. */
  const toWallTime = (monotonicMs: number) => clock.now() + monotonicMs - clock.monotonic()

  function currentBlock() {
    if (current && clock.monotonic() >= current.ends) endBlock()
    return current && { since: current.since, until: Number.isFinite(current.ends) ? toWallTime(current.ends) : null }
  }

  /** Ends the block also when no call asks: the window states its end. */
  const endTimer = createEarliestTimer(clock, () => {
    if (currentBlock() && current) endTimer.fireAt(current.ends)
  })

  /**
   * Fires when a refused call stops counting, so that the hold that the window shows changes without a new call, too.
   */
  const refusedCallsTimer = createEarliestTimer(clock, refusedCallsChanged)

  function recentRefusedCalls(): readonly { at: number; wallAt: number }[] {
    refusedCalls = refusedCalls.filter(({ at }) => clock.monotonic() - at < refusalsCountMs)
    return refusedCalls
  }

  function refusedCallsChanged(): void {
    const [oldest] = recentRefusedCalls()
    if (oldest !== undefined) refusedCallsTimer.fireAt(oldest.at + refusalsCountMs)
    onChange?.()
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

  /**
   * How long the given number of refusals will still be reached, without further ones; null if it is not reached now.
   */
  function msWithRefusals(count: number): number | null {
    const first = recentRefusals().at(-count)
    return first === undefined ? null : first + refusalsCountMs - clock.monotonic()
  }

  function currentHold() {
    const lastsMs = msWithRefusals(refusalsAllowed)
    if (lastsMs === null) return null
    const recent = recentRefusedCalls().filter(({ wallAt }) => clock.now() - wallAt < refusalsCountMs)
    return { until: clock.now() + lastsMs, calls: new Set(held.keys()), refusedCalls: recent.length }
  }

  async function hold(call: CallContext, waitMs: number): Promise<void> {
    const woken = Promise.withResolvers<void>()
    held.set(call, woken.resolve)
    onHeldCalls?.()
    try {
      await waitForWake(call, waitMs, woken.promise)
    } finally {
      held.delete(call)
      onHeldCalls?.()
    }
  }

  async function holdUntilBlockEnds(call: CallContext, waitMs: number): Promise<void> {
    heldByBlock.add(call)
    onHeldCalls?.()
    try {
      await waitForWake(call, waitMs)
    } finally {
      heldByBlock.delete(call)
      onHeldCalls?.()
    }
  }

  function addressGuardedError(message: string, details: { reason: string; until: number | null }): AppError {
    return new AppError('address_guarded', message, { details: { ...details, proxyUrl } })
  }

  /** A test of a stored key has its ID only as the requested key. Null for a typed key. */
  const keyIdOf = ({ key, requestedKeyId }: CallContext): string | null => key?.id ?? requestedKeyId

  const hasKeyWorked = ({ key }: CallContext) => key !== null && (key.state === 'working' || acceptedAt.has(key.id))

  /**
   * True unless the key was accepted recently. After the second refusal, a non-interactive call also needs a key that
   * was accepted after it, because many keys may expire at once.
   */
  function isKeyInDoubt(call: CallContext): boolean {
    const keyAcceptedAt = acceptedAt.get(keyIdOf(call) ?? '')
    if (keyAcceptedAt === undefined || clock.monotonic() - keyAcceptedAt >= acceptedForMs) return true
    const closedAt = recentRefusals()[refusalsAllowed - 1]
    return closedAt !== undefined && keyAcceptedAt <= closedAt && call.queuedCall.priority !== 'interactive'
  }

  /**
   * Returns why the call may not be sent now; null if it may. `isShort`: a trial in flight will decide. `isHold`:
   * refused keys hold the call for minutes. Neither: an assumed block.
   */
  function findObstacle(
    call: CallContext,
  ): { error: AppError; waitMs: number; isShort: boolean; isHold: boolean } | null {
    const block = currentBlock()
    if (current && block) {
      const error = addressGuardedError('The source address is assumed to be blocked by the service', {
        reason: 'assumed_block',
        until: block.until,
      })
      return { error, waitMs: current.ends - clock.monotonic(), isShort: false, isHold: false }
    }
    if (!isKeyInDoubt(call)) return null
    const allowed =
      call.queuedCall.priority === 'interactive' && hasKeyWorked(call) ? refusalsAllowedToUser : refusalsAllowed
    const holdMs = msWithRefusals(allowed)
    const others = [...trialCalls.values()]
      .flat()
      .filter(({ queuedCall, isInFlight }) => isInFlight && queuedCall !== call.queuedCall)
    if (recentRefusals().length + others.length < allowed) return null
    return {
      error: addressGuardedError('After refused keys, those that were not seen working since wait', {
        reason: 'refused_keys',
        until: holdMs === null ? null : clock.now() + holdMs,
      }),
      waitMs: holdMs ?? Number.POSITIVE_INFINITY,
      isShort: holdMs === null,
      isHold: holdMs !== null,
    }
  }

  function refuseOrMarkTrialCallInFlight(call: CallContext): AppError | null {
    const error = findObstacle(call)?.error ?? null
    if (error) return error
    const trials = trialCallsWithKeyOf(call)
    if (mustWaitForTrial(call) && trials.some((trial) => trial.isInFlight && trial.queuedCall !== call.queuedCall))
      return addressGuardedError('Another call tries the key first', { reason: 'refused_keys', until: null })
    const trial = trials.find(({ queuedCall }) => queuedCall === call.queuedCall)
    if (trial) trial.isInFlight = true
    return null
  }

  function recordOutcome(call: CallContext, outcome: CallAttemptOutcome): void {
    const keyId = keyIdOf(call)
    if (isKeyRefused(outcome)) {
      refused = [...refused.filter((one) => keyId === null || one.keyId !== keyId), { keyId, at: clock.monotonic() }]
      if (keyId !== null) acceptedAt.delete(keyId)
      refusedCalls.push({ at: clock.monotonic(), wallAt: clock.now() })
      refusedCallsChanged()
    }
    if (isKeyAccepted(outcome) && keyId !== null) {
      acceptedAt.set(keyId, clock.monotonic())
      for (const [heldCall, wake] of held) if (keyIdOf(heldCall) === keyId) wake()
    }
    if (!is429WithoutRateHeaders(outcome)) {
      if (outcome.response) suspects.clear()
      return
    }
    const suspect = call.accountId ?? typedKeys
    suspects.set(suspect, (suspects.get(suspect) ?? new Set()).add(call.endpoint.limit))
    if (suspects.size < accountsForBlock && !(isOnlyAccountAtSourceAddress(call) && isEvidenceOfOneAccount(suspect)))
      return
    const lastsMs = outcome.response && parseRetryAfterMs(outcome.response.headers, clock.now())
    current = {
      since: current?.since ?? clock.now(),
      ends: lastsMs === null ? Number.POSITIVE_INFINITY : clock.monotonic() + lastsMs,
    }
    endTimer.fireAt(current.ends)
    onChange?.()
  }

  function isEvidenceOfOneAccount(suspect: string): boolean {
    return recentRefusedCalls().length > 0 || (suspects.get(suspect)?.size ?? 0) >= limitClassesForBlock
  }

  async function waitForWake(call: CallContext, waitMs: number, woken?: Promise<void>): Promise<void> {
    const timer = new AbortController()
    const patienceMs = call.queuedCall.deadline - clock.monotonic()
    const ms = Math.min(waitMs, patienceMs)
    const timed = Number.isFinite(ms) ? [clock.sleep(ms, timer.signal).catch(() => undefined)] : []
    const raised = Promise.withResolvers<void>()
    const stop = call.queuedCall.onPriorityRaised(raised.resolve)
    try {
      await rejectWhenCancelled(
        Promise.race([retryWaiting.promise, raised.promise, ...(woken ? [woken] : []), ...timed]),
        call.signal,
      )
    } finally {
      stop()
      timer.abort()
    }
  }

  const layer: CallLayer = async (call, next) => {
    for (;;) {
      const met = findObstacle(call)
      if (met) {
        const change = findSourceAddressChange?.(call)
        if (change) throw change
        const isShownToUser = call.queuedCall.priority === 'interactive' && !met.isShort
        if (isShownToUser || clock.monotonic() >= call.queuedCall.deadline) throw met.error
        if (met.isHold) await hold(call, met.waitMs)
        else await (met.isShort ? waitForWake(call, met.waitMs) : holdUntilBlockEnds(call, met.waitMs))
        continue
      }
      const trial = trialCallsWithKeyOf(call).find(
        ({ isInFlight, limitClass }) => isInFlight || limitClass === call.endpoint.limit,
      )
      if (trial && mustWaitForTrial(call)) {
        trial.queuedCall.raisePriority(call.queuedCall.priority, call.queuedCall.deadline)
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
        // The check just before sending refused the call after a wait. Nothing was sent, so the loop checks again.
        if (!isAppError(thrown, 'address_guarded')) throw thrown
        if (call.signal.aborted) throw createCancelledError()
      }
    }
  }

  /**
   * The first call with a key in doubt is sent alone. An interactive call waits for it only if the key has never
   * worked.
   */
  const mustWaitForTrial = (call: CallContext) =>
    isKeyInDoubt(call) && !(call.queuedCall.priority === 'interactive' && hasKeyWorked(call))

  const trialCallsWithKeyOf = (call: CallContext) => trialCalls.get(trialIdOf(call)) ?? []

  async function sendAsTrial(call: CallContext, send: () => Promise<CallAttemptOutcome>): Promise<CallAttemptOutcome> {
    const id = trialIdOf(call)
    const limitClass = call.endpoint.limit
    if (!isKeyInDoubt(call) || trialCallsWithKeyOf(call).some((trial) => trial.limitClass === limitClass)) return send()
    const end = Promise.withResolvers<void>()
    const own: TrialCall = { queuedCall: call.queuedCall, limitClass, end: end.promise, isInFlight: false }
    trialCalls.set(id, [...trialCallsWithKeyOf(call), own])
    try {
      return await send()
    } finally {
      const left = trialCallsWithKeyOf(call).filter((trial) => trial !== own)
      if (left.length > 0) trialCalls.set(id, left)
      else trialCalls.delete(id)
      end.resolve()
      wakeWaiting()
    }
  }

  return {
    layer,
    refuseOrMarkTrialCallInFlight,
    currentBlock,
    currentHold,
    callsHeldByBlock: () => [...heldByBlock],
    resumeByUser() {
      refused = []
      endBlock()
    },
    wakeHeldCalls: wakeWaiting,
    close() {
      endTimer.stop()
      refusedCallsTimer.stop()
    },
  }
}

/** A typed key has no ID: each of its calls is a separate trial. */
function trialIdOf({ key, queuedCall }: CallContext): string | QueuedCall {
  return key?.id ?? queuedCall
}
