import fc from 'fast-check'
import { rateLimits } from '#shared/api/service-limits.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { createRequestQuota } from '#simulator/request-quota.ts'
import { createRateLedgerStore } from '#main/api/rate-limit/rate-ledger-store.ts'
import type { CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import { createRateLimitLayer } from '#main/api/rate-limit/rate-limit-layer.ts'
import { callPriorities } from '#main/api/api-client-interface.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { createVirtualTime } from '#test/bench/rate-limiter/virtual-time.ts'
import { createTestCall, maxCountInSlidingWindow } from '#test/main/api/rate-limit/rate-limit-rig.ts'

const { perMinute, perDay, concurrent } = rateLimits.domain
const stated = { per_minute: perMinute, per_day: perDay, concurrent }
const startsAt = Date.UTC(2026, 10, 20, 3, 0, 17)
const hourMs = 60 * minuteMs
const upAtFirst = 5 * hourMs
/** A killed process closes its connections, which ends its calls in flight within this time. */
const cutMs = 18_000
const restartMs = 45_000

const call = fc.record({
  startMs: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(90_000) }),
  upMs: fc.oneof({ weight: 15, arbitrary: fc.nat(60) }, { weight: 1, arbitrary: fc.nat(9_000) }),
  servedMs: fc.oneof({ weight: 15, arbitrary: fc.nat(300) }, { weight: 1, arbitrary: fc.nat(8_000) }),
  downMs: fc.nat(60),
  priority: fc.constantFrom(...callPriorities),
  batch: fc.constantFrom('one', 'two'),
  patienceMs: fc.option(fc.nat(100_000), { freq: 4 }),
  cancelledMs: fc.option(fc.nat(60_000), { freq: 6 }),
})
type PlannedCall = typeof call extends fc.Arbitrary<infer T> ? T : never

const jumpMs = fc.constantFrom(0, 0, hourMs, -hourMs, 25 * hourMs, -25 * hourMs, 10 * 365 * dayMs, -10 * 365 * dayMs)

/** Lifetimes of the app on one profile, each but the last ended by a kill. Calls in flight at the kill still arrive. */
export const appLifetimesArbitrary = fc.record({
  lives: fc.array(
    fc.record({
      calls: fc.array(call, { minLength: 30, maxLength: 150 }),
      lastsMs: fc.oneof(fc.nat(15_000), fc.nat(100_000)),
      /** Jump of the wall clock while the app runs, and after it ended. */
      wallJumpMs: jumpMs,
      laterJumpMs: jumpMs,
      pauseMs: fc.nat(3_000),
      isMachineRestarted: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  window: fc.constantFrom('sliding' as const, 'fixed' as const),
  countsRefused: fc.boolean(),
})
export type AppLifetimes = typeof appLifetimesArbitrary extends fc.Arbitrary<infer T> ? T : never

/** What the service observed, and what went wrong for callers, as text. */
export interface ObservedCalls {
  calls: number
  refused: number
  maxInMinute: number
  maxInDay: number
  maxAtOnce: number
  faults: string[]
}

const never = () => new Promise<never>(() => undefined)

/** A database connection that fails after the process was killed. */
function createKillableDatabase(database: Database): { alive: Database; kill: () => void } {
  let isDead = false
  const dying =
    <Args extends unknown[], T>(work: (...args: Args) => T) =>
    (...args: Args): T => {
      if (isDead) throw new Error('killed')
      return work(...args)
    }
  const alive = {
    ...database,
    run: dying(database.run),
    transaction: dying(database.transaction) as Database['transaction'],
  }
  return { alive, kill: () => (isDead = true) }
}

/** The service, and a machine on which the app is started, killed and started again. */
function createMachine(database: Database, { window, countsRefused }: Pick<AppLifetimes, 'window' | 'countsRefused'>) {
  database.run('delete from departure')
  database.run('delete from learnt_limit')
  const time = createVirtualTime(startsAt)
  const quota = createRequestQuota({
    limits: { domain: stated, server: stated, account: stated },
    window,
    count_rejected: countsRefused,
  })
  const arrivals: number[] = []
  const faults: string[] = []
  let [refused, atOnce, maxAtOnce, bootedAt] = [0, 0, 0, -upAtFirst]

  return {
    time,
    arrivals,
    faults,
    restartMachine: () => {
      bootedAt = time.clock.monotonic() - restartMs / 2
    },
    start() {
      const { alive, kill } = createKillableDatabase(database)
      const bootedBefore = bootedAt
      const clock: Clock = { ...time.clock, monotonic: () => time.clock.monotonic() - bootedBefore }
      let isDead = false
      const rateLimitLayer = createRateLimitLayer({
        clock,
        store: createRateLedgerStore(alive, clock, clock.monotonic),
      })
      return {
        clock,
        rateLimitLayer,
        isDead: () => isDead,
        kill() {
          isDead = true
          kill()
          rateLimitLayer.close()
        },
        async send({
          upMs,
          servedMs,
          downMs,
        }: Pick<PlannedCall, 'upMs' | 'servedMs' | 'downMs'>): Promise<CallAttemptOutcome> {
          if (isDead) return never()
          await time.clock.sleep(upMs)
          const admission = quota.admit('a', 'domain', startsAt + time.clock.monotonic())
          arrivals.push(time.clock.monotonic())
          if (!admission.isAdmitted) refused += 1
          atOnce += 1
          maxAtOnce = Math.max(maxAtOnce, atOnce)
          await time.clock.sleep(servedMs)
          atOnce -= 1
          admission.release()
          await time.clock.sleep(downMs)
          if (isDead) return never()
          return {
            response: { status: admission.isAdmitted ? 200 : 429, headers: admission.headers },
            data: {},
            error: null,
            at: 0,
            keyId: null,
          }
        },
      }
    },
    seen: (): ObservedCalls => ({
      calls: arrivals.length,
      refused,
      maxInMinute: maxCountInSlidingWindow(arrivals, minuteMs),
      maxInDay: maxCountInSlidingWindow(arrivals, dayMs),
      maxAtOnce,
      faults,
    }),
  }
}
type Machine = ReturnType<typeof createMachine>
type App = ReturnType<Machine['start']>

/** Requests one call as planned, and records everything that must not happen to its caller. */
async function sendPlannedCall(
  { time, faults }: Machine,
  { clock, rateLimitLayer, isDead, send }: App,
  planned: PlannedCall,
): Promise<void> {
  await time.clock.sleep(planned.startMs)
  if (isDead()) return
  const cancelling = new AbortController()
  if (planned.cancelledMs !== null) time.after(planned.cancelledMs, () => cancelling.abort())
  const deadline = planned.patienceMs === null ? Number.POSITIVE_INFINITY : clock.monotonic() + planned.patienceMs
  const asked = {
    ...createTestCall({ priority: planned.priority, deadline, signal: cancelling.signal }),
    batch: { id: planned.batch, remainingCalls: 0 },
  }
  let sent = 0
  const outcome = await rateLimitLayer
    .layer(asked, () => {
      sent += 1
      if (clock.monotonic() > deadline) faults.push('left after its time')
      return send(planned)
    })
    .then(
      () => 'answered',
      (error: { kind: string }) => error.kind,
    )
  if (sent !== (outcome === 'answered' ? 1 : 0)) faults.push(`${outcome}, and sent ${sent} times`)
  if (outcome === 'waited_too_long') {
    if (clock.monotonic() > deadline + 1) faults.push('a call failed too late after its deadline')
  } else if (outcome !== 'answered' && !(outcome === 'cancelled' && planned.cancelledMs !== null))
    faults.push(`ended with ${outcome}`)
}

/** Plays lifetimes from the first start to the end of the last call. */
export async function playAppLifetimes(
  database: Database,
  { lives, ...settings }: AppLifetimes,
): Promise<ObservedCalls> {
  const stage = createMachine(database, settings)
  const { time } = stage
  for (const [index, { calls, lastsMs, wallJumpMs, laterJumpMs, pauseMs, isMachineRestarted }] of lives.entries()) {
    const app = stage.start()
    time.after(lastsMs / 2, () => time.jumpWall(wallJumpMs))
    const ends = Promise.all(calls.map((planned) => sendPlannedCall(stage, app, planned)))
    if (index === lives.length - 1) {
      await time.until(ends)
      app.rateLimitLayer.close()
      break
    }
    await time.until(time.clock.sleep(lastsMs))
    app.kill()
    time.jumpWall(laterJumpMs)
    await time.until(time.clock.sleep(cutMs + pauseMs))
    if (!isMachineRestarted) continue
    await time.until(time.clock.sleep(restartMs))
    stage.restartMachine()
  }
  return stage.seen()
}

/**
 * Sends more calls than the daily quota. The app is killed repeatedly, and the wall clock of the machine is set in
 * between. Returns what the service observed, and `tookMs`: the time from the first call to the last.
 */
export async function sendMoreThanDailyQuotaWithKills(
  database: Database,
  random: () => number,
): Promise<ObservedCalls & { tookMs: number }> {
  const over = 40
  const stage = createMachine(database, { window: random() < 0.5 ? 'sliding' : 'fixed', countsRefused: random() < 0.5 })
  const { time, arrivals } = stage
  const isOver = () => arrivals.length >= perDay + over
  const trip = () => ({ upMs: 10, servedMs: 20 + random() * 300, downMs: 10 })
  while (!isOver()) {
    const app = stage.start()
    const left = perDay + over - arrivals.length
    const ends = Promise.all(
      Array.from({ length: left }, () => app.rateLimitLayer.layer(createTestCall(), () => app.send(trip()))),
    )
    // The app runs for minutes to hours before each kill.
    await time.until(Promise.race([ends, time.clock.sleep(2 ** (random() * 8) * minuteMs)]))
    app.kill()
    time.jumpWall((random() - 0.5) * 6 * dayMs)
    await time.until(time.clock.sleep(cutMs))
  }
  return { ...stage.seen(), tookMs: (arrivals.at(-1) as number) - (arrivals[0] as number) }
}
