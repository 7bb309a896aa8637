import { minuteMs } from '#shared/api/limits.ts'
import { AppError } from '#shared/errors.ts'
import type { Clock } from '../clock.ts'
import { cancelledError, orCancelled } from './cancelled.ts'
import { isBareRefusal, provesKey, refusesKey } from './evidence.ts'
import { readRetryAfterMs } from './limit-headers.ts'
import type { Call, Layer, Outcome } from './pipeline.ts'
import type { Urgency } from './urgency.ts'

export interface AddressGuard {
  layer: Layer
  /** Why the call may not leave now; null when it may. */
  refusal(call: Call): AppError | null
  block(): { since: number; until: number | null } | null
  /** The person says that the address is not blocked. */
  resume(): void
}

/** The service blocks after "repeated" failures "in a short time"; these numbers are ours. */
const refusalsAllowed = 2
const refusalsCountMs = 10 * minuteMs
const accountsForBlock = 2

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
  const proved = new Set<string>()
  /** The first call of each key not yet seen working: the others wait for its answer. */
  const trials = new Map<string, { urgency: Urgency; end: Promise<unknown> }>()
  let opened = Promise.withResolvers<void>()

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

  const isSeenWorking = ({ key }: Call) => key !== null && (key.state === 'working' || proved.has(key.id))

  function refusal(call: Call): AppError | null {
    const now = block()
    if (now) return guarded('The source address is assumed to be blocked by the service', { reason: 'assumed_block', until: now.until })
    if (isSeenWorking(call) || recentRefusals().length < refusalsAllowed) return null
    const until = clock.now() + waitMs()
    return guarded('After two refused keys, keys never seen working wait', { reason: 'refused_keys', until })
  }

  /** Until the guard may look different by itself; Infinity when only the person can end it. */
  function waitMs(): number {
    if (current) return current.ends - clock.monotonic()
    const oldest = recentRefusals().at(-refusalsAllowed)
    return oldest === undefined ? 0 : oldest + refusalsCountMs - clock.monotonic()
  }

  function learn(call: Call, outcome: Outcome): void {
    if (refusesKey(outcome)) {
      const keyId = call.key?.id ?? null
      refused = [...refused.filter((one) => keyId === null || one.keyId !== keyId), { keyId, at: clock.monotonic() }]
      if (keyId !== null) proved.delete(keyId)
    }
    if (provesKey(outcome) && call.key) proved.add(call.key.id)
    if (!isBareRefusal(outcome)) {
      if (outcome.reply) suspects.clear()
      return
    }
    suspects.add(call.quota)
    if (suspects.size < accountsForBlock) return
    const lastsMs = outcome.reply && readRetryAfterMs(outcome.reply.headers, clock.now())
    current = {
      since: current?.since ?? clock.now(),
      until: lastsMs === null ? null : clock.now() + lastsMs,
      ends: lastsMs === null ? Number.POSITIVE_INFINITY : clock.monotonic() + lastsMs,
    }
    onChange?.()
  }

  async function untilOpen(call: Call): Promise<void> {
    const timer = new AbortController()
    const patienceMs = call.urgency.leaveBy - clock.monotonic()
    const ms = Math.min(waitMs(), patienceMs)
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
      const error = refusal(call)
      if (error) {
        if (call.urgency.priority === 'interactive' || clock.monotonic() >= call.urgency.leaveBy) throw error
        await untilOpen(call)
        continue
      }
      const trial = call.key && trials.get(call.key.id)
      if (trial && fliesAlone(call)) {
        trial.urgency.raise(call.urgency.priority, call.urgency.leaveBy)
        await orCancelled(trial.end, call.signal)
        continue
      }
      try {
        return await tried(
          call,
          next(call).then((outcome) => {
            learn(call, outcome)
            return outcome
          }),
        )
      } catch (thrown) {
        // Refused by the last look, after a wait: nothing was sent, so it waits again.
        if (!(thrown instanceof AppError && thrown.kind === 'address_guarded') || call.urgency.priority === 'interactive') throw thrown
        if (call.signal.aborted) throw cancelledError()
      }
    }
  }

  /** A key that no answer of this session has proved goes ahead alone; a person waits only for keys never seen working. */
  function fliesAlone(call: Call): boolean {
    if (!call.key || proved.has(call.key.id)) return false
    return call.key.state !== 'working' || call.urgency.priority !== 'interactive'
  }

  async function tried(call: Call, outcome: Promise<Outcome>): Promise<Outcome> {
    const id = call.key?.id
    if (id === undefined || proved.has(id) || trials.has(id)) return outcome
    const trial = { urgency: call.urgency, end: outcome.catch(() => undefined) }
    trials.set(id, trial)
    try {
      return await outcome
    } finally {
      trials.delete(id)
    }
  }

  return {
    layer,
    refusal,
    block,
    resume() {
      refused = []
      lift()
    },
  }
}

function guarded(message: string, details: { reason: string; until: number | null }): AppError {
  return new AppError('address_guarded', message, { details })
}
