import { rateLimits } from '#shared/api/service-limits.ts'
import { minuteMs } from '#shared/durations.ts'
import type { CreateLimiter, CallKind, Limiter } from './compared-limiters.ts'
import {
  createVirtualRateLimitedService,
  totalLatencyMs,
  drawLatency,
  type VirtualServiceSettings,
  type Reply,
} from './virtual-service-rate-limits.ts'
import { startSimulatedUser, type UserActivity } from './simulated-user.ts'
import { createUniformRandom } from './random-distributions.ts'
import { createVirtualTime } from './virtual-time.ts'

export interface Scenario extends VirtualServiceSettings {
  seed: number
  /** Number of calls of the bulk run per account. All are requested at once. */
  calls: number
  accounts: number
  person: UserActivity | null
  /** Error of the wall clock, in milliseconds. */
  wallErrorMs: number
  /** Size of the jumps of the wall clock about every ten minutes, in milliseconds. */
  wallJumpMs: number
}

export const defaultScenario: Scenario = {
  seed: 1,
  calls: 1000,
  accounts: 1,
  person: null,
  window: 'sliding',
  countsRefused: false,
  foreignPerMinute: 0,
  isUnlimited: false,
  wallErrorMs: 0,
  wallJumpMs: 0,
}

export interface ScenarioResult {
  /** Duration of the bulk run divided by its lower bound. */
  timesLowerBound: number
  boundMs: number
  /** Duration of each answered call of account `a`, in milliseconds. */
  callDurationsMs: number[]
  sent: number
  refused: number
  /**
   * Duration of each call of the user, in milliseconds: with the limiter (until the end of the run if it still waited),
   * and without.
   */
  userCallMs: number[]
  userCallMsWithoutLimiter: number[]
  /** For each account, its bulk calls per millisecond, measured up to the end of its last call. */
  callsPerMsByAccount: number[]
  totalMs: number
}

const { perMinute, concurrent } = rateLimits.domain

/** Returns the shortest time in which these calls can be made under the limits, in a sliding window. */
export function computeMinDurationMs(callDurationsMs: readonly number[]): number {
  const shortest = callDurationsMs.reduce((least, ms) => Math.min(least, ms), Number.POSITIVE_INFINITY)
  const sum = callDurationsMs.reduce((all, ms) => all + ms, 0)
  return Math.max(Math.floor((callDurationsMs.length - 1) / perMinute) * minuteMs + shortest, sum / concurrent)
}

/** Sends refused calls again, as any application does. */
async function untilAnswered(
  limiter: Limiter,
  sleep: (ms: number) => Promise<void>,
  account: string,
  kind: CallKind,
  send: () => Promise<Reply>,
): Promise<void> {
  for (;;) {
    const { status, headers } = await limiter.run(account, kind, send)
    if (status === 200) return
    if (!limiter.keepsRetryAfter) await sleep(Number(headers['retry-after']) * 1000)
  }
}

/** Runs one bulk run under one limiter, with or without a user. */
export async function runScenario(createLimiter: CreateLimiter, scenario: Scenario): Promise<ScenarioResult> {
  const random = createUniformRandom(scenario.seed)
  const startsAt = Date.UTC(2026, 10, 20, 3, 0, 0) + Math.floor(random() * 10 * minuteMs)
  const time = createVirtualTime(startsAt, scenario.wallErrorMs)
  const restore = time.install()
  try {
    const oracle = createVirtualRateLimitedService(
      time,
      startsAt,
      scenario,
      createUniformRandom(scenario.seed + 1_000_003),
    )
    const limiter = createLimiter(time.clock)
    const sleep = (ms: number) => time.clock.sleep(ms)
    const result: ScenarioResult = {
      timesLowerBound: 0,
      boundMs: 0,
      callDurationsMs: [],
      sent: 0,
      refused: 0,
      userCallMs: [],
      userCallMsWithoutLimiter: [],
      callsPerMsByAccount: [],
      totalMs: 0,
    }

    const waiting = new Map<symbol, { askedAt: number; bareMs: number }>()

    async function call(account: string, kind: CallKind): Promise<void> {
      const trip = drawLatency(random)
      const id = Symbol(kind)
      if (kind === 'interactive') waiting.set(id, { askedAt: time.clock.monotonic(), bareMs: totalLatencyMs(trip) })
      await untilAnswered(limiter, sleep, account, kind, () => oracle.send(account, trip))
      if (account === 'a') result.callDurationsMs.push(totalLatencyMs(trip))
      noteWait(id)
    }

    function noteWait(id: symbol): void {
      const call = waiting.get(id)
      if (!call || !waiting.delete(id)) return
      result.userCallMs.push(time.clock.monotonic() - call.askedAt)
      result.userCallMsWithoutLimiter.push(call.bareMs)
    }

    // A separate random sequence, so that a wrong clock changes nothing else of the run.
    const randomJump = createUniformRandom(scenario.seed + 55)
    if (scenario.wallJumpMs !== 0) jump(scenario.wallJumpMs)
    function jump(ms: number): void {
      time.after(randomJump() * 20 * minuteMs, () => {
        time.jumpWall(ms)
        jump(-ms)
      })
    }

    const person =
      scenario.person &&
      startSimulatedUser(scenario.person, time, createUniformRandom(scenario.seed + 77), () => call('a', 'interactive'))
    const accounts = Array.from({ length: scenario.accounts }, (_, index) => (index === 0 ? 'a' : `account ${index}`))
    const runs = accounts.map(async (account) => {
      await Promise.all(Array.from({ length: scenario.calls }, () => call(account, 'bulk')))
      result.callsPerMsByAccount.push(scenario.calls / time.clock.monotonic())
    })
    await time.until(Promise.all(runs))
    person?.stop()
    oracle.stop()
    limiter.close()
    for (const id of waiting.keys()) noteWait(id)
    result.totalMs = time.clock.monotonic()
    result.boundMs = computeMinDurationMs(result.callDurationsMs)
    result.timesLowerBound = result.totalMs / result.boundMs
    result.sent = oracle.arrived
    result.refused = oracle.refused
    return result
  } finally {
    restore()
  }
}
