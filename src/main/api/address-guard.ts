import { minuteMs } from '#shared/api/limits.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import type { Clock } from '../clock.ts'
import { cancelledError, orCancelled } from './cancelled.ts'
import { isBareRefusal, provesKey, refusesKey } from './evidence.ts'
import { readRetryAfterMs } from './limit-headers.ts'
import type { Call, Layer, Outcome } from './pipeline.ts'
import type { Urgency } from './urgency.ts'

export interface AddressGuard {
  layer: Layer
  /** The last look: why the call may not leave now; null when it leaves. */
  refusal(call: Call): AppError | null
  block(): { since: number; until: number | null } | null
  /** The calls that wait because keys were refused, and until when (epoch milliseconds); null when none waits. */
  hold(): { until: number; calls: ReadonlySet<Call> } | null
  /** The person says that the address is not blocked. */
  resume(): void
}

/** The service blocks after "repeated" failures "in a short time"; these numbers are ours. */
const refusalsAllowed = 2
/** Of a person's calls with keys that worked once: after a night in which many keys ended, the others can be worked with. */
const refusalsAllowedToPerson = 4
const refusalsCountMs = 10 * minuteMs
/** A key that worked within this time is taken to work still. */
const provedForMs = 10 * minuteMs
const accountsForBlock = 2
/** Typed keys may all be of one account. */
const typedKeys = 'typed keys'

/** The first call of a key that may be refused. */
interface Trial {
  urgency: Urgency
  end: Promise<void>
  isOnItsWay: boolean
}

/**
 * Keeps the source address from being blocked, which would stop every account (section "Authentication", 7 to 9).
 * A person is told at once; other calls wait for the end.
 */
export function createAddressGuard({ clock, onChange }: { clock: Clock; onChange?: () => void }): AddressGuard {
  /** When keys were refused, over all accounts; a stored key counts once, however many of its calls were under way. */
  let refused: { keyId: string | null; at: number }[] = []
  /** Accounts whose newest answer was a refusal that says nothing about rates. */
  const suspects = new Set<string>()
  let current: { since: number; until: number | null; ends: number } | null = null
  /** When keys were last seen working, in this session. */
  const proved = new Map<string, number>()
  /** By key; a typed one stands for itself. Other calls of the key wait for the answer. */
  const trials = new Map<string | Urgency, Trial>()
  let opened = Promise.withResolvers<void>()
  /** Until when, by monotonic time. */
  const held = new Map<Call, number>()

  function block() {
    if (current && clock.monotonic() >= current.ends) lift()
    return current && { since: current.since, until: current.until }
  }

  function lift(): void {
    current = null
    suspects.clear()
    open()
    onChange?.()
  }

  function open(): void {
    opened.resolve()
    opened = Promise.withResolvers()
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
  async function whileHeld(call: Call, waitMs: number, wait: () => Promise<void>): Promise<void> {
    held.set(call, clock.monotonic() + waitMs)
    if (held.size === 1) onChange?.()
    try {
      await wait()
    } finally {
      held.delete(call)
      if (held.size === 0) onChange?.()
    }
  }

  const isSeenWorking = ({ key }: Call) => key !== null && (key.state === 'working' || proved.has(key.id))

  /** Keys may end all at once: after refusals, work goes on with those that were seen working since. */
  function isInDoubt({ key, urgency }: Call): boolean {
    const provedAt = key && proved.get(key.id)
    if (provedAt === null || provedAt === undefined || clock.monotonic() - provedAt >= provedForMs) return true
    const closedAt = recentRefusals()[refusalsAllowed - 1]
    return closedAt !== undefined && provedAt <= closedAt && urgency.priority !== 'interactive'
  }

  /** `isShort`: a key that is being tried will tell. `isHold`: refused keys hold the call for minutes. */
  function obstacle(call: Call): { error: AppError; waitMs: number; isShort: boolean; isHold: boolean } | null {
    const now = block()
    if (current && now) {
      const error = guarded('The source address is assumed to be blocked by the service', { reason: 'assumed_block', until: now.until })
      return { error, waitMs: current.ends - clock.monotonic(), isShort: false, isHold: false }
    }
    if (!isInDoubt(call)) return null
    const allowed = call.urgency.priority === 'interactive' && isSeenWorking(call) ? refusalsAllowedToPerson : refusalsAllowed
    const refusals = recentRefusals()
    const first = refusals.at(-allowed)
    const waitMs = first === undefined ? Number.POSITIVE_INFINITY : first + refusalsCountMs - clock.monotonic()
    const others = [...trials.values()].filter(({ urgency, isOnItsWay }) => isOnItsWay && urgency !== call.urgency)
    if (refusals.length + others.length < allowed) return null
    const until = first === undefined ? null : clock.now() + waitMs
    return { error: guarded('After refused keys, those that were not seen working since wait', { reason: 'refused_keys', until }), waitMs, isShort: first === undefined, isHold: first !== undefined }
  }

  function refusal(call: Call): AppError | null {
    const error = obstacle(call)?.error ?? null
    const trial = trials.get(trialOf(call))
    if (!error && trial?.urgency === call.urgency) trial.isOnItsWay = true
    return error
  }

  function learn(call: Call, outcome: Outcome): void {
    if (refusesKey(outcome)) {
      const keyId = call.key?.id ?? call.wantedKeyId
      refused = [...refused.filter((one) => keyId === null || one.keyId !== keyId), { keyId, at: clock.monotonic() }]
      if (keyId !== null) proved.delete(keyId)
    }
    if (provesKey(outcome) && call.key) proved.set(call.key.id, clock.monotonic())
    if (!isBareRefusal(outcome)) {
      if (outcome.reply) suspects.clear()
      return
    }
    suspects.add(call.accountId ?? typedKeys)
    if (suspects.size < accountsForBlock) return
    const lastsMs = outcome.reply && readRetryAfterMs(outcome.reply.headers, clock.now())
    current = {
      since: current?.since ?? clock.now(),
      until: lastsMs === null ? null : clock.now() + lastsMs,
      ends: lastsMs === null ? Number.POSITIVE_INFINITY : clock.monotonic() + lastsMs,
    }
    onChange?.()
  }

  async function untilOpen(call: Call, waitMs: number): Promise<void> {
    const timer = new AbortController()
    const patienceMs = call.urgency.leaveBy - clock.monotonic()
    const ms = Math.min(waitMs, patienceMs)
    const timed = Number.isFinite(ms) ? [clock.sleep(ms, timer.signal).catch(() => undefined)] : []
    const raised = Promise.withResolvers<void>()
    const stop = call.urgency.onRaise(raised.resolve)
    try {
      await orCancelled(Promise.race([opened.promise, raised.promise, ...timed]), call.signal)
    } finally {
      stop()
      timer.abort()
    }
  }

  const layer: Layer = async (call, next) => {
    for (;;) {
      const met = obstacle(call)
      if (met) {
        const isTold = call.urgency.priority === 'interactive' && !met.isShort
        if (isTold || clock.monotonic() >= call.urgency.leaveBy) throw met.error
        const wait = () => untilOpen(call, met.waitMs)
        await (met.isHold ? whileHeld(call, met.waitMs, wait) : wait())
        continue
      }
      const trial = trials.get(trialOf(call))
      if (trial && fliesAlone(call)) {
        trial.urgency.raise(call.urgency.priority, call.urgency.leaveBy)
        await orCancelled(trial.end, call.signal)
        continue
      }
      try {
        return await tried(call, async () => {
          const outcome = await next(call)
          learn(call, outcome)
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
  const fliesAlone = (call: Call) => isInDoubt(call) && !(call.urgency.priority === 'interactive' && isSeenWorking(call))

  async function tried(call: Call, send: () => Promise<Outcome>): Promise<Outcome> {
    const id = trialOf(call)
    if (!isInDoubt(call) || trials.has(id)) return send()
    const end = Promise.withResolvers<void>()
    trials.set(id, { urgency: call.urgency, end: end.promise, isOnItsWay: false })
    try {
      return await send()
    } finally {
      trials.delete(id)
      end.resolve()
      open()
    }
  }

  return {
    layer,
    refusal,
    block,
    hold,
    resume() {
      refused = []
      lift()
    },
  }
}

/** A typed key has no name: each of its calls is a trial of its own. */
function trialOf({ key, urgency }: Call): string | Urgency {
  return key?.id ?? urgency
}

function guarded(message: string, details: { reason: string; until: number | null }): AppError {
  return new AppError('address_guarded', message, { details })
}
